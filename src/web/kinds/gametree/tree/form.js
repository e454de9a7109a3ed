// The selected node as fields and buttons, and the tree as text.
import { html, useEffect, useId, useRef, useSignal } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { Field } from '../../../parts/field.js';
import { select } from '../words.js';
import { addChild, addSibling, equalOdds, moveTo, readOdds, remove, removeParent, restOf, setEval, setKind, setName, setOdds, setValue, shift } from './edit.js';
import { nodeAt, playerOf } from './model.js';
import { readNested, withPlayers, writeNested } from './text.js';

const REST = 300; // ms after a key until the text is read

const numberOf = (text) => (/^\s*[-−+]?\d+(\.\d+)?\s*$/.test(text) ? Number(text.replace('−', '-')) : undefined);

// The branch to a node below a chance node.
function Odds({ tree, v, path, edit }) {
  const of = tree.parent[v], rest = restOf(tree, of), fits = restOf(tree, of, v);
  return html`<${Field} key=${`${path} ${tree.p[v]}`} label=${t('Probability')} hint=${rest === '0' ? t('A fraction or a decimal number.') : t('The probabilities miss 1 by {rest}.', { rest: rest.replace('-', '−') })} value=${tree.p[v]} read=${(text) => readOdds(text) !== null && edit((now) => setOdds(now, path, text))} />
    <div class="row">${rest !== '0' && readOdds(fits) && html`<button type="button" class="second" onClick=${() => edit((now) => setOdds(now, path, fits))}>${t('Set to {p}', { p: fits })}</button>`}
      <button type="button" class="quiet" onClick=${() => edit((now) => equalOdds(now, path.slice(0, -1)))}>${t('All equally likely')}</button></div>`;
}

// A subtree that waits for its new place: the next selected node becomes its parent.
function Moving({ tree, path, moving, edit, choose }) {
  const from = moving.value, into = (copy) => { if (edit((now) => moveTo(now, from, path, { copy }))) { moving.value = null; choose([]); } };
  return html`<div class="notice"><p>${t('Select the node below which it goes.')}</p><div class="row"><button type="button" aria-disabled=${!moveTo(tree, from, path)} onClick=${() => into(false)}>${t('Move here')}</button>
    <button type="button" class="second" aria-disabled=${!moveTo(tree, from, path, { copy: true })} onClick=${() => into(true)}>${t('Copy here')}</button><button type="button" class="quiet" onClick=${() => { moving.value = null; }}>${t('Cancel')}</button></div></div>`;
}

// path: of the selected node; edit(act): takes the tree over that act(tree) returns, returns whether there is one; choose(path,
// field): selects a node, and gives the focus to its payoff if `field` is true; form: ref of the section
export function NodeForm({ tree, path, edit, choose, form }) {
  const v = nodeAt(tree, path), of = tree.parent[v], inner = tree.children[v].length > 0, moving = useSignal(null), typed = useRef(false), i = path.at(-1), beside = (by) => [...path.slice(0, -1), i + by];
  const act = (name, can, run, next, look = 'second', label) => html`<button type="button" class=${look} aria-label=${label} title=${label} aria-disabled=${!can} onClick=${() => { if (can && edit((now) => run(now, path)) && next) choose(next); }}>${name}</button>`;
  // Tab behind a payoff that was typed goes on to the next sibling; behind the last one it adds a leaf, as in Gambit.
  const keydown = (event) => {
    if (event.key !== 'Tab') { typed.current = event.key !== 'Enter'; return; }
    if (event.shiftKey || !typed.current || !path.length || numberOf(event.target.value) === undefined) return;
    event.preventDefault();
    typed.current = false;
    event.target.blur(); // takes the payoff
    if (i === tree.children[of].length - 1) edit((now) => addSibling(now, path));
    choose(beside(1), true);
  };
  const name = t('Selected: {node}', { node: tree.name[v] || t('leaf {value}', { value: tree.value[v] }) }), payoff = (text) => numberOf(text) !== undefined && edit((now) => setValue(now, path, numberOf(text)));
  const worth = (text) => (text.trim() && numberOf(text) === undefined ? false : edit((now) => setEval(now, path, text.trim() ? numberOf(text) : undefined)));
  return html`<section class="node-form" ref=${form} aria-label=${name}><h2>${name}</h2>
    <div class="fields"><${Field} key=${`name ${path}`} label=${t('Name')} value=${tree.given[v] ?? ''} read=${(text) => edit((now) => setName(now, path, text.trim().slice(0, 200)))} />
      ${inner ? html`<label class="field kind">${t('Kind')} <select onChange=${({ target }) => edit((now) => setKind(now, path, target.value))}>${[['MAX', 'MAX'], ['MIN', 'MIN'], ['CHANCE', t('chance')]].map(([id, text]) => html`<option key=${id} value=${id} selected=${playerOf(tree, v) === id}>${text}</option>`)}</select></label>
        <${Field} key=${`eval ${path}`} label=${t('Static evaluation')} value=${tree.eval[v] ?? ''} read=${worth} />`
    : html`<div class="payoff" onKeyDown=${keydown}><${Field} key=${`value ${path}`} label=${t('Payoff')} value=${tree.value[v]} read=${payoff} /></div>`}
      ${tree.chance[of] && html`<${Odds} tree=${tree} v=${v} path=${path} edit=${edit} />`}</div>
    ${moving.value ? html`<${Moving} tree=${tree} path=${path} moving=${moving} edit=${edit} choose=${choose} />` : html`<div class="row tight">${act(`＋ ${t('Child')}`, true, addChild, [...path, tree.children[v].length])}${act(`＋ ${t('Sibling')}`, path.length, addSibling, path.length && [...path.slice(0, -1), tree.children[of]?.length])}
      ${act(t('Delete'), path.length, remove, path.slice(0, -1))}${act(t('Delete parent'), path.length, removeParent, path.slice(0, -1), 'quiet')}
      ${act('←', i > 0, (now) => shift(now, path, -1), beside(-1), 'quiet', t('To the left'))}${act('→', path.length && i < tree.children[of].length - 1, (now) => shift(now, path, 1), beside(1), 'quiet', t('To the right'))}
      <button type="button" class="quiet" aria-disabled=${!path.length} onClick=${() => { if (path.length) moving.value = path; }}>${t('Move or copy…')}</button></div>`}</section>`;
}

// The tree in brackets, read while it is typed; a text that cannot be read changes nothing.
export function TextForm({ tree, change }) {
  const written = writeNested(tree), text = useSignal(written), from = useRef(written), bad = useSignal(false), timer = useRef(), id = useId();
  if (from.current !== written) { from.current = written; if (!timer.current) { text.value = written; bad.value = false; } }
  const read = () => {
    clearTimeout(timer.current);
    timer.current = 0;
    const lists = readNested(text.peek());
    bad.value = !lists;
    if (lists && writeNested(tree) !== text.peek()) change(withPlayers(lists, 'MAX'));
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const input = ({ target }) => { text.value = target.value; clearTimeout(timer.current); timer.current = setTimeout(read, REST); };
  const keydown = (event) => { if (event.key === 'Enter' && !event.shiftKey) { event.preventDefault(); read(); } };
  return html`<div class="field"><label for=${id}>${t('The tree')}</label><textarea id=${id} rows=${Math.min(8, 2 + Math.floor(text.value.length / 60))} value=${text.value} spellcheck=${false} autocapitalize="off" autocomplete="off" aria-invalid=${bad.value ? 'true' : undefined} aria-describedby=${`${id}-hint`} onInput=${input} onKeyDown=${keydown} onBlur=${read}></textarea>
    <span class="hint" id=${`${id}-hint`} role="status">${bad.value ? t('This cannot be read.') : t('In brackets, leaves as numbers: ((3 5) (3 9) (((2 8) 7) 1)). Chance: <1/3:3 2/3:(5 2)>. Names: "left"(3 5).')}</span></div>`;
}

// t('random') t('incremental') t('best child first') t('all equal')
const values = () => [['random', t('random')], ['incremental', t('incremental')], ['best_first', t('best child first')], ['equal', t('all equal')]];

// A uniform tree by a rule. ask(generate): changes the problem
export function Generate({ given, ask }) {
  const { branching = 2, depth = 4, values: of = 'random', seed = 1 } = given, set = (more) => ask({ branching, depth, values: of, seed, ...more });
  const count = (label, value, name, least, most) => html`<label>${label} <input type="number" class="narrow" min=${least} max=${most} value=${value} onChange=${({ target }) => { if (target.validity.valid && target.value) set({ [name]: Number(target.value) }); }} /></label>`;
  return html`<div class="row">${count(t('Branching'), branching, 'branching', 1, 1000)}${count(t('Depth'), depth, 'depth', 1, 40)}${select(t('Values'), of, values(), (value) => set({ values: value }))}${count(t('Seed'), seed, 'seed', 0, 4294967295)}</div>
    <p class="hint">${t('{count} leaves', { count: number(branching ** depth) })}. ${t('Chess with 40 moves at each of 100 plies has 40¹⁰⁰ ≈ 10¹⁶⁰ (the lecture notes print 10¹⁶¹).')}</p>`;
}
