// The page of AND/OR graphs: see andor/.
import { examples } from './andor/examples.js';
import { readText } from './andor/graph.js';
import { Page, about } from './andor/page.js';

export default { about, docs: 'andor', examples: examples.map(([name, problem]) => ({ name, problem })), fromShort: readText, Surface: Page };
