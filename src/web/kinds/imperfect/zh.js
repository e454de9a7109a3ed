// 简体中文: the texts of imperfect information; the key is the English text.

// The phrases of the server's summary, and the miniature, which are loaded without the rest.
export const summary = {
  'worth {count}': '价值 {count}',
  '{count} hidden states': '{count} 个隐藏状态',
  '{count} observation': '{count} 次观察',
  '{count} observations': '{count} 次观察',
  'A bet is a bluff {share} % of the time.': '下注中有 {share}% 是诈唬。',
  'They bet {share} % of them': '其中 {share}% 会下注',
  'Weak hands: {share} %': '弱牌：{share}%'
};

export default {
  // examples
  'A tender': '招投标',
  'Is this a bluff?': '这是诈唬吗？',
  'Kuhn poker to equilibrium': '库恩扑克求均衡',
  'Leduc hold’em to equilibrium': 'Leduc 扑克求均衡',
  'The method of the patent': '专利的方法',

  // tables
  'Name of column {n}': '第 {n} 列的名称',
  'Name of row {n}': '第 {n} 行的名称',
  'Seen': '已观察',
  'Seen so far': '已观察到的行为',
  'The posterior follows at once; solve it for the decision.': '后验概率即时更新；求解可得决策。',
  'The posterior is in the table.': '后验概率见表。',
  'What each action pays': '各行动的收益',
  'What is hidden': '隐藏信息',
  'action': '行动',
  'if it ties': '平局时',
  'if we lose': '负时',
  'if we win': '胜时',
  'not a name of its own': '名称缺失或重复',
  'not a number': '不是数',
  'not from 0 to 1': '不在 0 到 1 之间',
  'nothing': '无',
  'payoff': '收益',
  'posterior': '后验',
  'prior': '先验',
  'tie': '平局',
  'we win': '我方胜',
  'worth {value}': '值 {value}',
  '{count} hidden states are too many to be drawn here; they can be solved as they are.': '{count} 个隐藏状态太多，不能在此画出；可以直接求解。',

  // the answer
  'Before the first observation: {bits} bits are unknown.': '第一次观察之前：未知 {bits} 比特。',
  'Corrections to the formula of the patent': '对专利公式的修正',
  'Explanation': '讲解',
  'The decision changes at {share}.': '胜率为 {share} 时决策改变。',
  'The model says that this could not happen; see the explanation.': '按模型这不可能发生；见讲解。',
  'To see what is hidden would be worth {value}.': '看到隐藏信息值 {value}。',
  'What each action is worth': '各行动的价值',
  'What each observation told': '每次观察透露的信息',
  'Without the observations: the same action.': '不看观察：行动相同。',
  'Without the observations: {action}, which loses {value}.': '不看观察：{action}，损失 {value}。',
  'exact': '精确',
  'the method of the patent, corrected': '专利的方法（已修正）',
  'ties {share}': '平 {share}',
  'wins {share}': '胜 {share}',
  '{action}: worth {value}': '{action}：价值 {value}',
  '{action}: worth {value}, wins {share}': '{action}：价值 {value}，胜率 {share}',
  '{count} random draws': '{count} 次随机抽样',
  '{name}: {bits} bits, towards {state}': '{name}：{bits} 比特，指向 {state}',

  // games
  'Game': '博弈',
  'Game in Gambit’s .efg format': 'Gambit .efg 格式的博弈',
  'Kuhn poker': '库恩扑克',
  'Leduc hold’em': 'Leduc 扑克',
  'Liar’s dice': '大话骰',
  'One die each; each bid is higher than the last, until somebody calls the liar.': '每人一枚骰子；每次叫点须高于前次，直到有人开骰。',
  'Open an .efg file': '打开 .efg 文件',
  'Six cards, one each and one on the table; two rounds of bets of 2 and 4.': '六张牌，每人一张，桌面一张；两轮下注，注额 2 与 4。',
  'Solve it, and the curve falls to an equilibrium.': '求解后曲线降至均衡。',
  'Strategy of {player}: {count} information sets': '{player}的策略：{count} 个信息集',
  'The exploitability after each number of iterations; at the end {value}.': '各迭代次数后的可剥削度；最终为 {value}。',
  'Three cards, one each, an ante of 1 and one bet of 1.': '三张牌，每人一张，底注 1，可下注一次 1。',
  'Worth {value} to the first player': '对先手的价值为 {value}',
  'Worth {value} to the first player; exploitable by {gap}': '对先手的价值为 {value}；可剥削度 {gap}',
  'exploitability': '可剥削度',
  'iterations': '迭代次数',
  '{count} information sets': '{count} 个信息集',
  '{count} iterations': '{count} 次迭代',
  '{count} iterations, exploitable by {gap}': '{count} 次迭代，可剥削度 {gap}',
  '{count} more are in the JSON.': '其余 {count} 个见 JSON。',

  'What is hidden, what was seen, what each action pays: the posterior, the value of each action, and where the decision changes. Small games are solved to equilibrium.': '隐藏了什么、观察到什么、各行动的收益：给出后验概率、各行动的价值与决策的转折点。小型博弈可求均衡。'
};
