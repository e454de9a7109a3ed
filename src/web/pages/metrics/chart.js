// A line chart over time or over a count, as SVG in the colours of the page. The pointer or the arrow keys move a
// cursor, and the legend shows the values there; without a cursor it shows the latest values. (A chart library would be
// a third of the size of the whole page.)
import '../../style/chart.css';
import { cls, html, useRef, useState } from '../../app/dom.js';
import { compact, number, t, time } from '../../app/i18n.js';
import { useWidth } from '../../app/ui/width.js';
import { nearest, path, powers, ticks, times } from './scale.js';

const HEIGHT = 190, LEFT = 62, RIGHT = 10, TOP = 10, BOTTOM = 24; // px

function Axes({ rows, columns, x, y, width, format, along }) {
  return html`<g class="axes">
    ${rows.map((value) => html`<line x1=${LEFT} x2=${width - RIGHT} y1=${y(value)} y2=${y(value)} /><text x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${format(value)}</text>`)}
    ${columns.map((at) => html`<text x=${x(at)} y=${HEIGHT - 6} text-anchor="middle">${along(at)}</text>`)}
  </g>`;
}

// series: names; data: [times in s, values of the first series, …], null for a missing value; format(value) -> text;
// counted: the first column is a count, not a time; log: the vertical scale is log(1 + value).
export function Chart({ title, series, data: [xs, ...lines], format = (value) => number(value), counted, log }) {
  const place = useRef();
  const [cursor, setCursor] = useState(null); // an index, or null: the latest
  const width = useWidth(place);
  const last = xs.length - 1, shown = Math.min(cursor ?? last, last);
  const from = xs[0] ?? 0, to = Math.max(xs[last] ?? 0, from + 10);
  const high = Math.max(0, ...lines.flat().filter((value) => value !== null));
  const rows = log ? powers(high) : ticks(high);
  const heightOf = log ? Math.log1p : (value) => value;
  const along = counted ? compact : time, most = (width - LEFT) / 90;
  const x = (at) => LEFT + ((at - from) / (to - from)) * (width - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - heightOf(value) / heightOf(rows.at(-1)) * (HEIGHT - BOTTOM - TOP);
  const text = (i) => (shown >= 0 && lines[i][shown] !== null ? format(lines[i][shown]) : '–');
  const onMove = (event) => {
    const at = from + ((event.clientX - place.current.getBoundingClientRect().left - LEFT) / (width - LEFT - RIGHT)) * (to - from);
    setCursor(nearest(xs, at));
  };
  const onKey = (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setCursor(Math.max(0, Math.min(last, shown + by)));
  };
  return html`<figure class="chart panel">
    <figcaption>${title}</figcaption>
    <div ref=${place} class="plot" role="img" tabindex="0" aria-label=${`${title}. ${series.map((name, i) => `${name}: ${text(i)}`).join(', ')}`}
      onPointerMove=${onMove} onPointerLeave=${() => setCursor(null)} onBlur=${() => setCursor(null)} onKeyDown=${onKey}>
      ${width > 0 && html`<svg width=${width} height=${HEIGHT} aria-hidden="true">
        <${Axes} rows=${rows} columns=${counted ? ticks(to, most).filter((at) => at >= from && at <= to) : times(from, to, most)}
          x=${x} y=${y} width=${width} format=${format} along=${along} />
        ${lines.map((values, i) => html`<path key=${i} class="line line${i}" d=${path(xs, values, x, y)} />`)}
        ${cursor !== null && shown >= 0 && html`<line class="cursor" x1=${x(xs[shown])} x2=${x(xs[shown])} y1=${TOP} y2=${HEIGHT - BOTTOM} />`}
        ${shown >= 0 && lines.map((values, i) => values[shown] !== null && html`<circle key=${i} class="dot line${i}" cx=${x(xs[shown])} cy=${y(values[shown])} r="3.5" />`)}
      </svg>`}
    </div>
    <p class="legend">${series.map((name, i) => html`<span key=${name}><svg width="22" height="10" aria-hidden="true"><path class="line line${i}" d="M1 5H21" /></svg>${name} <b class="num">${text(i)}</b></span>`)}
      <span class=${cls('num', { muted: cursor === null })}>${cursor !== null && shown >= 0 ? along(xs[shown]) : t('now')}</span></p>
  </figure>`;
}
