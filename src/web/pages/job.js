import { html } from '../app/dom.js';

export const Job = () => html`<h1>Job</h1>`;
