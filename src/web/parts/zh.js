// 简体中文 of parts/ and surface/, and texts that several kinds share; loaded with the first kind. A folder of parts has a
// file of its own.
import surface from '../surface/zh.js';
import graph from './graph/zh.js';
import grid from './grid/zh.js';
import hands from './hands/zh.js';
import members from './members/zh.js';
import table from './table/zh.js';

export default {
  ...surface,
  ...graph,
  ...grid,
  ...hands,
  ...members,
  ...table,
  'First step': '第一步',
  'Fit': '适合宽度',
  'Larger': '放大',
  'Last step': '最后一步',
  'Next step': '下一步',
  'Open a file…': '打开文件…',
  'Pause': '暂停',
  'Play the steps': '播放',
  'Redo': '重做',
  'Save as SVG': '存为 SVG',
  'Smaller': '缩小',
  'Step': '步骤',
  'Step back': '上一步',
  'Step {step} of {steps}': '第 {step} 步，共 {steps} 步',
  'This cannot be read.': '无法读取。',
  'This problem cannot be drawn.': '此题无法绘出。',
  'Waiting for a worker.': '等待空闲的工作进程。',
  'as JSON': '为 JSON',
  'as a link': '为链接',
  'as curl': '为 curl 命令',
  'as text': '为文本',
  'by {engine}': '由 {engine} 求得',
  'Method': '方法',
  'auto': '自动',
  'none': '无',
  'a, above the line': 'a，线上',
  'b, below the line': 'b，线下',
  '{card}: hand {owner}': '{card}：{owner} 手',
  'wins': '赢',
  'Play it': '打牌',
  'Best card': '最优牌'
};
