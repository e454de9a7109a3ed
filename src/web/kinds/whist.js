// The page of whist: see whist/.
import { fromShort, shortOf } from './whist/deal.js';
import { about, examples } from './whist/examples.js';
import { Page } from './whist/page.js';

export default { about, docs: 'whist', examples, shortOf, fromShort, Surface: Page };
