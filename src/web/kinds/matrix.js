// The view of matrix games: see matrix/.
import { Editor } from './matrix/editor.js';
import { View } from './matrix/view.js';

export default { Editor, View };
