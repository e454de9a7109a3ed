// The view of bridge: see bridge/.
import { Editor } from './bridge/editor.js';
import { View } from './bridge/view.js';

export default { Editor, View };
