// The demonstration: '#/demo'.
import './demo/demo.css';
import { addTexts } from '../app/i18n.js';

export { Demo } from './demo/page.js';

await addTexts('demo', { zh: () => import('lang:pages/demo/zh') });
