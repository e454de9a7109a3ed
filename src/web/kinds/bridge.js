// Bridge on the page: see bridge/.
import { Editor } from './bridge/editor.js';
import { View } from './bridge/view.js';

export default { Editor, View };
