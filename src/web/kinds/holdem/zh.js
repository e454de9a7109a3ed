// 简体中文: the texts of Hold'em; the key is the English text.

// The phrases of the server's summary, and the miniature, which are loaded without the rest.
export const summary = {
  'flop': '翻牌圈',
  'preflop': '翻牌前',
  'river': '河牌圈',
  'sampled': '抽样',
  'turn': '转牌圈',
  '{count} players': '{count} 位玩家',
  'A call pays if it wins {need} % of the time.': '胜率达到 {need}% 时跟注不亏。',
  'The bet, in pots': '下注额（底池的倍数）'
};

export default {
  // examples
  'A hand against a range': '一手牌对一个范围',
  'A pair before the flop': '翻牌前的对子',
  'Call or fold': '跟注还是弃牌',
  'Three players': '三位玩家',
  'Two ranges on a flop': '翻牌上的两个范围',

  // the board
  'A board has 3, 4 or 5 cards.': '公共牌应为 3、4 或 5 张。',
  'A click puts a hand into the range or takes it out, a drag paints; with the keyboard: arrows, then Space, or a digit for tenths.': '点击把一手牌加入或移出范围，拖动可连续涂画；键盘：方向键移动，空格切换，数字键按十分之几设权重。',
  'Add a player': '添加玩家',
  'Board cards': '公共牌',
  'Dead': '死牌',
  'Player {n}': '玩家 {n}',
  'Players': '玩家',
  'Range of {name}': '{name}的范围',
  'Solve it, or draw in the grid.': '求解，或在网格中绘制范围。',
  'Starting hands of {name}': '{name}的起手牌',
  'Such as QQ+,AKs:0.5,AhKd or random.': '如 QQ+,AKs:0.5,AhKd 或 random（任意）。',
  'The grid shows': '网格显示',
  'The range of {name} cannot be read.': '{name}的范围无法读取。',
  'Weight': '权重',
  'not possible': '不可能',
  'one combo': '1 种组合',
  'weight {share}': '权重 {share}',
  '{count} combos': '{count} 种组合',
  '{name} has no range yet.': '{name}还没有范围。',
  '{what}: pick cards': '{what}：选牌',

  // the answer
  'Equity': '权益',
  'Seat': '座位',
  'Splits': '平分',
  'Wins': '独赢',
  'exact, from the table of all hands before the flop': '精确（查翻牌前全部对局表）',
  'exact: {count} showdowns': '精确：共 {count} 次摊牌',
  '{count} random deals': '随机发牌 {count} 次',
  '{count} random deals so far': '已随机发牌 {count} 次',

  // the decision
  'A call breaks even at {need}; the hand has {share}.': '跟注的盈亏平衡点为 {need}；这手牌有 {share}。',
  'Pot': '底池',
  'To call': '需跟注',
  'What Player 1 has to pay.': '玩家 1 需要支付的数额。',
  'What each action is worth': '各行动的价值',
  'With the bet of the other player in it.': '包含对手的下注。',
  'bet': '下注',
  'call': '跟注',
  'check': '过牌',
  'fold': '弃牌',
  'raise': '加注',
  '{name} has {share}, a call needs {need}': '{name}有 {share}，跟注需要 {need}',
  '{share} of the pot, a call needs {need}': '底池的 {share}，跟注需要 {need}',
  'Two cards or a range of them against others: how often each wins, exactly wherever it can be counted, and what a call is worth. Type a range, or draw it in the grid.': '两张牌或一个范围对其他玩家：各自获胜的频率（能枚举处皆精确），以及跟注的价值。可输入范围，也可在网格中绘制。'
};
