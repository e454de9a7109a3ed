// The view of game trees: see gametree/.
import { Editor } from './gametree/editor.js';
import { View } from './gametree/view.js';

export default { Editor, View };
