// 简体中文 of graphs; the key is the English text.
export default {
  'Add a node': '添加节点',
  'Arrange': '重新布局',
  'Arranging…': '正在布局……',
  'Choose the nodes that it leads to.': '选择它所指向的节点。',
  'Collapse or expand': '收起或展开',
  'Connect': '连接',
  'Done': '完成',
  'Expand all': '全部展开',
  'Find a node': '查找节点',
  'More': '更多',
  'No edge leads from {node}.': '没有边从 {node} 出发。',
  'Print': '打印',
  'To {nodes}': '指向 {nodes}',
  'not found': '未找到'
};
