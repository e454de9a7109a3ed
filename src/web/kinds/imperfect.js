// The page of imperfect information: see imperfect/.
import { examples } from './imperfect/examples.js';
import { Page } from './imperfect/page.js';
import { about } from './imperfect/words.js';

export default { about, docs: 'imperfect', examples, Surface: Page };
