// The view of Sudoku: see sudoku/.
import { Editor } from './sudoku/editor.js';
import { View } from './sudoku/view.js';

export default { Editor, View };
