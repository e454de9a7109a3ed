// The page of Hold'em: see holdem/.
import { examples } from './holdem/examples.js';
import { Page } from './holdem/page.js';
import { about } from './holdem/words.js';

export default { about, docs: 'holdem', examples, Surface: Page };
