// 简体中文 of parts/grid/.
export default {
  'candidates {values}': '候选数 {values}',
  'Centre': '中标',
  'centre {values}': '中标 {values}',
  'clue': '提示数',
  'Colour': '颜色',
  'colour {values}': '颜色 {values}',
  'conflict': '冲突',
  'Corner': '角标',
  'corner {values}': '角标 {values}',
  'Each press adds a cell or removes it': '每次点按增加或移除一格',
  'empty': '空',
  'Empty the cell': '清空此格',
  'Input': '输入',
  'Row {row}, column {column}': '第 {row} 行第 {column} 列',
  'Select': '多选',
  'Digit': '数字',
  'Keypad': '键盘',
  'Zoom': '缩放'
};
