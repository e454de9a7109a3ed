// The page of matrix games: see matrix/.
import { examples } from './matrix/examples.js';
import { Page } from './matrix/page.js';
import { about } from './matrix/words.js';

export default { about, docs: 'matrix', examples, Surface: Page };
