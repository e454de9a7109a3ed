// The Chinese of the sentences that explain a step: each sentence of the server is there, and nothing of it is lost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { english, translate } from '../../../../src/web/kinds/sudoku/sentences.js';

const source = readFileSync(new URL('../../../../src/solvers/sudoku/explain/words.c', import.meta.url), 'utf8');
const literal = (text) => [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join('');
const from = source.indexOf('sentence[SUDOKU_TECHNIQUES]'), table = source.slice(from, source.indexOf('};', from));
const said = [...table.matchAll(/\[SUDOKU_\w+\]\s*=((?:\s*"(?:[^"\\]|\\.)*")+)/g)].map(([, text]) => literal(text));
const starts = [...source.matchAll(/return "(With [^"]+: )";/g)].map(([, text]) => text);

test('every sentence of the server has a translation, and none is left over', () => {
  assert.ok(said.length > 40 && starts.length === 4, `${said.length} ${starts.length}`);
  assert.deepEqual([...new Set([...said, ...starts])].sort(), [...english].sort());
});

// What may stand at a placeholder, in English and in Chinese.
const samples = {
  c: [['r1c2, r3c4 and r5c6', 'r1c2、r3c4、r5c6']], 1: [['r1c2', 'r1c2']], r: [['r3c4 and r5c6', 'r3c4、r5c6']], v: [['1, 2 and 3', '1、2、3'], ['A', 'A']], p: [['7', '7']], P: [['r9c9', 'r9c9']],
  U: [['row 3', '第 3 行'], ['cage 12', '第 12 笼'], ['diagonal 1', '第 1 条对角线']], V: [['box 9', '第 9 宫']], u: [['row 1 and row 4', '第 1 行、第 4 行']], w: [['column 2 and column 5', '第 2 列、第 5 列']],
  k: [['r1c2≠5 → r1c7=5', 'r1c2≠5 → r1c7=5'], ['40 links', '共 40 环']], e: [['5 from r1c2, r1c3; 3 and 4 from r2c2', 'r1c2、r1c3 去掉 5；r2c2 去掉 3、4']],
  n: [['r1c2 is not 5', 'r1c2 不是 5'], ['r1c2 is 5', 'r1c2 是 5']]
};

test('what stands at the placeholders is translated and kept', () => {
  for (const sentence of new Set(said))
    for (const start of ['', ...starts])
      for (let i = 0; i < 3; i++) {
        const pick = (hole) => samples[hole][i % samples[hole].length];
        const chinese = translate(start + sentence.replace(/%(.)/g, (_, hole) => pick(hole)[0]));
        assert.ok(chinese, sentence);
        for (const [, hole] of sentence.matchAll(/%(.)/g)) assert.ok(chinese.includes(pick(hole)[1]), `${chinese}: ${pick(hole)[1]}`);
        assert.ok(!/[a-z]{3}/.test(chinese), chinese);
      }
});

test('another text has none', () => { assert.equal(translate('Something else.'), undefined); });
