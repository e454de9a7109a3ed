import { html } from '../app/dom.js';

export const Metrics = () => html`<h1>Metrics</h1>`;
