// The metrics of the server as charts: /metrics is fetched every 2 s while the page is visible.
import '../style/metrics.css';
import { html, signal } from '../app/dom.js';
import { request } from '../app/net/api.js';
import { Chart } from './metrics/chart.js';
import { useEvery } from '../app/every.js';
import { bytes, duration, number, t } from '../app/i18n.js';
import { growth, parse, quantile, sum } from './metrics/prometheus.js';

const EVERY = 2000; // ms
const KEPT = 300;   // points: ten minutes
const QUANTILES = [0.5, 0.95, 0.99];

// Columns of the charts, oldest first. They are kept while another page is shown.
const empty = () => ({ time: [], finished: [], lines: [], queued: [], running: [], busy: [], run: [[], [], []], http: [[], [], []], hits: [] });
const history = signal(empty());
const current = signal(null); // {metrics, at}
const failed = signal(null);

const push = (column, value) => [...column.slice(1 - KEPT), value];

function add(before, { metrics, at }) {
  const h = history.value, seconds = (at - before.at) / 1000;
  const rate = (name) => growth(before.metrics, metrics, name) / seconds;
  const asked = growth(before.metrics, metrics, 'jobs_submitted_total');
  const known = growth(before.metrics, metrics, 'jobs_cached_total') + growth(before.metrics, metrics, 'jobs_shared_total');
  history.value = {
    time: push(h.time, at / 1000),
    finished: push(h.finished, rate('jobs_finished_total')),
    lines: push(h.lines, rate('batch_lines_total')),
    queued: push(h.queued, sum(metrics, 'jobs', { status: 'queued' })),
    running: push(h.running, sum(metrics, 'jobs', { status: 'running' })),
    busy: push(h.busy, sum(metrics, 'workers_busy')),
    run: QUANTILES.map((q, i) => push(h.run[i], quantile(before.metrics, metrics, 'run_seconds', q))),
    http: QUANTILES.map((q, i) => push(h.http[i], quantile(before.metrics, metrics, 'http_request_seconds', q))),
    hits: push(h.hits, asked + known ? Math.min(1, known / Math.max(asked, known)) : null)
  };
}

async function sample() {
  try {
    const text = await (await request('/metrics')).text();
    const now = { metrics: parse(text), at: Date.now() };
    const before = current.value;
    if (before && now.at > before.at) add(before, now);
    current.value = now;
    failed.value = null;
  } catch (problem) {
    failed.value = problem;
  }
}

const seconds = (value) => duration(value * 1000);
const percent = (value) => number(value, { style: 'percent', maximumFractionDigits: 0 });
const perSecond = (value) => number(value, { maximumFractionDigits: value < 10 ? 1 : 0 });

function Tile({ name, children, note }) {
  return html`<div class="tile panel"><dt>${name}</dt><dd class="num">${children}</dd>${note && html`<dd class="hint">${note}</dd>`}</div>`;
}

function Tiles({ metrics }) {
  const of = (name, labels) => sum(metrics, name, labels);
  const finished = (status) => number(of('jobs_finished_total', { status }));
  const faults = of('worker_faults_total');
  return html`<dl class="tiles">
    <${Tile} name=${t('Queued')}>${number(of('jobs', { status: 'queued' }))}<//>
    <${Tile} name=${t('Running')} note=${t('{busy} of {all} workers busy', { busy: of('workers_busy'), all: of('workers') })}>${number(of('jobs', { status: 'running' }))}<//>
    <${Tile} name=${t('Succeeded')} note=${t('since the start')}>${finished('succeeded')}<//>
    <${Tile} name=${t('Failed')} note=${t('{n} cancelled', { n: finished('cancelled') })}>${finished('failed')}<//>
    <${Tile} name=${t('Batch lines')} note=${t('since the start')}>${number(of('batch_lines_total'))}<//>
    <${Tile} name=${t('Stored jobs')} note=${bytes(of('store_bytes'))}>${number(of('store_jobs'))}<//>
    <${Tile} name=${t('Worker faults')} note=${t('crashes, memory, runaways, sandbox')}>${number(faults)}<//>
    <${Tile} name=${t('Connections')} note=${t('{n} streams', { n: of('http_streams') })}>${number(of('http_connections'))}<//>
  </dl>`;
}

function Routes({ metrics }) {
  const rows = new Map();
  for (const { labels, value } of metrics.get('http_requests_total') ?? []) {
    const row = rows.get(labels.route) ?? { all: 0 };
    row.all += value;
    row[labels.class] = value;
    rows.set(labels.route, row);
  }
  const zero = new Map();
  return html`<h2>${t('Requests by route')}</h2><div class="scroll panel" tabindex="0"><table>
    <thead><tr><th scope="col">${t('Route')}</th>${['2xx', '3xx', '4xx', '5xx'].map((name) => html`<th scope="col" class="right">${name}</th>`)}
      <th scope="col" class="right">p50</th><th scope="col" class="right">p99</th></tr></thead>
    <tbody>${[...rows].sort((a, b) => b[1].all - a[1].all).map(([route, row]) => html`<tr key=${route}><th scope="row"><code>${route}</code></th>
      ${['2xx', '3xx', '4xx', '5xx'].map((name) => html`<td class="right num">${row[name] ? number(row[name]) : ''}</td>`)}
      ${[0.5, 0.99].map((q) => html`<td class="right num">${seconds(quantile(zero, metrics, 'http_request_seconds', q, { route }) ?? NaN)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

export function Metrics() {
  useEvery(EVERY, sample);
  const h = history.value;
  return html`<div class="row metrics-title"><h1 class="grow">${t('Metrics')}</h1><a class="button second" href="/metrics">${t('Prometheus text')}</a></div>
    ${failed.value && html`<p class="notice bad" role="alert">${t(failed.value.message)}</p>`}
    ${!current.value && !failed.value && html`<p class="muted" role="status">${t('Loading…')}</p>`}
    ${current.value && html`<${Tiles} metrics=${current.value.metrics} />
      <div class="charts">
        <${Chart} title=${t('Per second')} series=${[t('jobs finished'), t('batch lines')]} data=${[h.time, h.finished, h.lines]} format=${perSecond} />
        <${Chart} title=${t('At work')} series=${[t('queued'), t('running'), t('workers busy')]} data=${[h.time, h.queued, h.running, h.busy]} />
        <${Chart} title=${t('Run time in the worker')} series=${['p50', 'p95', 'p99']} data=${[h.time, ...h.run]} format=${seconds} />
        <${Chart} title=${t('Answer time over HTTP')} series=${['p50', 'p95', 'p99']} data=${[h.time, ...h.http]} format=${seconds} />
        <${Chart} title=${t('Answers from the cache')} series=${[t('share of submissions')]} data=${[h.time, h.hits]} format=${percent} />
      </div>
      <${Routes} metrics=${current.value.metrics} />`}`;
}
