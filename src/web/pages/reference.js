import { html } from '../app/dom.js';

export const Reference = () => html`<h1>Reference</h1>`;
