// 简体中文 of parts/members/.
export default {
  'A number, or a list of members: local, phone, or the address of a peer.': '填数目，或逐个填 local、phone 或对等机器的地址。',
  'Wait for phones, ms': '等待手机（毫秒）',
  'Who did what': '各成员的贡献',
  'default': '默认',
  'checked here': '已在此核对',
  'computed': '已计算',
  'contributed': '被采用',
  'has left': '已退出',
  'late answers': '迟到的回答',
  'not needed': '未用到',
  'part': '占比',
  'this server': '本服务器',
  'unable': '无法参与',
  'working': '计算中',
  'wrong answers': '错误的回答',
  '{member} was quarantined: {why}': '{member} 已被排除：{why}'
};
