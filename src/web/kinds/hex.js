// The page of Hex: see hex/.
import { examples } from './hex/examples.js';
import { Page } from './hex/page.js';
import { about } from './hex/words.js';

export default { about, docs: 'hex', examples, Surface: Page };
