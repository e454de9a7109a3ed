// The first page: all jobs, newest first.
import { html } from '../app/dom.js';
import { t } from '../app/i18n.js';

export const Jobs = () => html`<h1>${t('Jobs')}</h1>`;
