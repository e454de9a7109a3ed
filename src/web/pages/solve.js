import { html } from '../app/dom.js';

export const Solve = () => html`<h1>Solve</h1>`;
