// The panel while the question is edited: its rules as text, in step with the drawing, and how it is to be solved.
import { copy } from '../../app/ui/copy.js';
import { curl } from '../../app/net/curl.js';
import { html, useId, useLayoutEffect, useRef, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { toast } from '../../app/ui/toast.js';
import { shareLink } from '../../surface/address.js';
import { Field } from '../../parts/field.js';
import { openFile } from '../../parts/intake.js';
import { Menu } from '../../parts/menu.js';
import { engineName, engines, tipOrders } from './words.js';
import { Inspector } from './inspector.js';
import { readRules, readValues, writeRules } from './rules.js';
import { isRules, textOf, withText } from './text.js';

const LONG = 300; // lines from which on the rules are folded

// The field for rules. Text that cannot be read as a graph stays in the field, with an error.
function Rules({ text, rules, change }) {
  const own = useSignal(text), written = useRef(text), id = useId();
  useLayoutEffect(() => { if (text !== written.current) { own.value = text; written.current = text; } }, [text]); // the field is updated before the next key press
  const { faults, connectors } = readRules(own.value), wrong = !rules && faults.length > 0, lines = own.value.split('\n').length;
  const input = ({ target: { value } }) => {
    own.value = value;
    if (!rules && readRules(value).faults.length) return;
    written.current = rules ? value.split('\n').map((line) => line.trim()).filter(Boolean).join('\n') : writeRules(readRules(value).connectors);
    change(value);
  };
  return html`<div class="field"><label for=${id}>${t('Rules')}</label><textarea id=${id} rows=${Math.min(12, Math.max(5, lines + 1))} spellcheck=${false} autocapitalize="off"
      value=${own.value} onInput=${input} aria-invalid=${wrong} aria-describedby=${`${id}-hint`}></textarea>
    <span class="hint" id=${`${id}-hint`} role="status">${wrong ? t('Line {n} cannot be read.', { n: faults[0] })
      : rules ? t('One a line, such as 6 -> 3, 3 or f(n) -> f(n-1), f(n-2) if n > 2 cost n.') : t('One a line: n0 -> n5, n4 cost 2. Without a cost it is the number of successors.')}
      ${!rules && !wrong && connectors.length > 1 && ` ${t('{count} connectors', { count: number(connectors.length) })}.`}</span></div>`;
}

function Texts({ problem, graph, set }) {
  const rules = isRules(problem), text = textOf(problem, graph);
  if (!text) return null;
  const change = (more, asRules) => { set(withText(problem, graph, more, asRules)); return true; }, lines = text.rules.split('\n').length;
  const field = html`<${Rules} text=${text.rules} rules=${rules} change=${(value) => change({ rules: value })} />`;
  return html`${lines > LONG ? html`<${Folded} name=${t('Rules: {n} lines', { n: number(lines) })}>${() => field}<//>` : field}
    <div class="pair"><${Field} label=${t('Start')} hint=${t('the root')} value=${text.start} read=${(value) => !!value.trim() && change({ start: value.trim() })} />
      <${Field} label=${t('Goals')} hint=${t('terminals')} value=${text.goals} read=${(value) => change({ goals: value })} /></div>
    <${Field} label=${t('Heuristic h')} hint=${rules ? t('n1 = 2, n2 = 4; or value: the number itself; or an expression') : t('Estimates, such as n1 = 2, n2 = 4; the others have 0.')} value=${text.h}
      read=${(value) => (rules || readValues(value)) && change({ h: value })} />
    <label><input type="checkbox" checked=${rules} onChange=${({ target }) => { if (target.checked || !readRules(text.rules).faults.length) change({}, target.checked); else target.checked = true; }} /> ${t('As rules with variables: the server makes the graph')}</label>`;
}

// A long part whose content is made when it is opened.
function Folded({ name, children }) {
  const open = useSignal(false);
  return html`<details onToggle=${({ target }) => { open.value = target.open; }}><summary>${name}</summary>${open.value && children()}</details>`;
}

const pick = (label, value, options, change) => html`<label>${label} <select onChange=${({ target }) => change(target.value)}>${options.map(([id, name]) => html`<option key=${id} value=${id} selected=${id === value}>${name}</option>`)}</select></label>`;

function How({ problem, ask }) {
  const { engine = 'auto', tip = 'shallowest', cost_model: model = 'recursive' } = problem, unless = (value, usual) => (value === usual ? undefined : value);
  return html`<details class="how"><summary>${t('How it is solved')}</summary><div class="row">${pick(t('Engine'), engine, engines.map((name) => [name, engineName(name)]), (value) => ask({ engine: unless(value, 'auto') }))}
    ${pick(t('Tip to be expanded'), tip, tipOrders(), (value) => ask({ tip: unless(value, 'shallowest') }))}
    ${pick(t('Shared parts'), model, [['recursive', t('count each time')], ['shared', t('count once')]], (value) => ask({ cost_model: unless(value, 'recursive') }))}</div></details>`;
}

function Sharing({ problem, kind, text, importText }) {
  const json = JSON.stringify(problem);
  const link = async () => { const found = await shareLink('andor', kind, problem); if (found) copy(found); else toast(t('This problem is too long for a link.'), { bad: true }); };
  return html`<div class="row tight"><button type="button" class="quiet" onClick=${() => openFile('.txt,.json,text/*', importText)}>${t('Open a file…')}</button>
    <${Menu} name=${t('Copy')} items=${[[t('as a link'), link], ...(text ? [[t('as text'), () => copy(text.rules)]] : []), [t('as JSON'), () => copy(json)],
      [t('as curl'), () => copy(curl({ method: 'POST', url: `${location.origin}/v1/andor`, headers: { 'Content-Type': 'application/json' }, body: json }))]]} /></div>
    <p class="hint">${t('Paste rules or JSON anywhere on this page, or drop a file.')}</p>`;
}

// The panel, loaded when a question is edited. edges: the graph as it is drawn, if it is; set(problem): edits the question; change(graph):
// edits the drawn graph
export function Question({ kind, problem, graph, edges, selected, set, change, importText }) {
  return html`${edges && html`<${Inspector} graph=${edges} selected=${selected} change=${change} />`}<${Texts} problem=${problem} graph=${graph} set=${set} />
    <${How} problem=${problem} ask=${(more) => set({ ...problem, ...more })} />
    <${Sharing} problem=${problem} kind=${kind} text=${textOf(problem, graph)} importText=${importText} />`;
}
