// AND/OR graphs on the page: see andor/.
import { Editor } from './andor/editor.js';
import { View } from './andor/view.js';

export default { Editor, View };
