// 简体中文 of parts/table/.
export default {
  'Row': '行',
  'Column': '列',
  'Insert a row below': '在下方插入一行',
  'Delete the row': '删除此行',
  'Move the row up': '上移此行',
  'Move the row down': '下移此行',
  'Insert a column to the right': '在右侧插入一列',
  'Delete the column': '删除此列',
  'Move the column to the left': '左移此列',
  'Move the column to the right': '右移此列',
  'Select several': '选择多个'
};
