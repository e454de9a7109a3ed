// The page of game trees: see gametree/.
import { about, examples } from './gametree/examples.js';
import { Page } from './gametree/page.js';

export default {
  about,
  docs: 'gametree',
  examples,
  Surface: Page
};
