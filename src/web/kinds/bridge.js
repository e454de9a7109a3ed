// The page of bridge: see bridge/.
import { about, examples } from './bridge/examples.js';
import { Page } from './bridge/page.js';

export default {
  about,
  docs: 'bridge',
  examples,
  fromShort: (text) => (/^[NESW]:/.test(text) ? { deal: text } : undefined), // addresses of earlier versions
  Surface: Page
};
