// 简体中文. Sorted by page; the key is the English text.
export default {
  // the frame
  'API': '接口',
  'API key': 'API 密钥',
  'Cancel': '取消',
  'Close': '关闭',
  'Colours: {now}. Change': '配色：{now}。切换',
  'Jobs': '任务',
  'Licences': '许可证',
  'Loading…': '加载中…',
  'Metrics': '指标',
  'Nothing here': '此处无内容',
  'Pages': '页面',
  'Solve': '求解',
  'The server cannot be reached.': '无法连接服务器。',
  'This page could not be loaded. Is the server still there?': '页面加载失败。服务器还在运行吗？',
  'This server asks for a key': '此服务器需要密钥',
  'To the content': '跳到正文',
  'To the jobs': '返回任务列表',
  'Use it': '使用',
  '`nashd keygen NAME` makes one. It is kept in this browser only.': '用 `nashd keygen NAME` 生成。密钥只保存在本浏览器中。',
  'as the system': '跟随系统',
  'dark': '深色',
  'light': '浅色'
};
