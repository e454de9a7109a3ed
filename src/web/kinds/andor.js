// The view of AND/OR graphs: see andor/.
import { Editor } from './andor/editor.js';
import { View } from './andor/view.js';

export default { Editor, View };
