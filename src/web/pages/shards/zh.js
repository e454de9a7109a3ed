// 简体中文: the texts of the page of shards; the key is the English text.
export default {
  'A Sudoku is a potential game: each shard plays some of its rows. This server plays all rows itself, or shares them with other machines.':
    '数独是一个势博弈：每个分片负责若干行。本服务器可独自负责全部，也可分给其他设备。',
  'Add another': '再添加一部',
  'Create a secret and copy the file to all machines:': '生成密钥文件并复制到每台机器：',
  'Five phones': '五部手机',
  'Four other machines': '另外四台机器',
  'Let phones reach this server by its address in your network (--api-keys FILE restricts it to clients with a key):':
    '让手机能通过局域网地址访问本服务器（加 --api-keys FILE 则只有持密钥者可用）：',
  'Name them as shards: “local, http://10.0.0.2:8080, phone”. “phone” stands for any member that joined.':
    '在分片中写上它们：“local, http://10.0.0.2:8080, phone”。“phone” 指任何已加入的成员。',
  'New invitation': '新的邀请',
  'No phone can reach this: the server listens on its own machine only. Start it with --listen 0.0.0.0:8080.':
    '手机无法访问：服务器只监听本机。请用 --listen 0.0.0.0:8080 启动。',
  'On each machine, run one of these; the second is for a machine behind a firewall:': '在每台机器上运行其一；无法被访问的用第二条：',
  'On this machine, with the address of each machine that it can reach:': '在本机上，列出每台可被访问的机器：',
  'Press “Add a phone” and scan the code, once for each phone.': '每部手机按一次“添加手机”并扫码。',
  'Scan this with the camera of a phone in the same network, or open the link there.': '用同一网络中手机的相机扫描，或在手机上打开链接。',
  'Shared work {n}': '共同计算 {n}',
  'The link as a QR code': '链接二维码',
  'This invitation has expired.': '此邀请已失效。',
  'Train a Hex player': '训练六贯棋棋手',
  'Use phones and other machines': '手机和机器如何参与',
  'Valid for one phone, for {time}.': '仅供一部手机使用，剩余 {time}。',
  'units': '单元',
  'method “sap”, shards “phone, phone, phone, phone, phone”.': '方法选 “sap”，分片填 “phone, phone, phone, phone, phone”。',
  'phones play its games.': '由手机下棋。',
  '{n} of {count} units': '{count} 个单元已完成 {n} 个',
  '{name} has joined.': '{name} 已加入。'
};
