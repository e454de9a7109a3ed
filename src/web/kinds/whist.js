// The view of whist: see whist/.
import { Editor } from './whist/editor.js';
import { View } from './whist/view.js';

export default { Editor, View };
