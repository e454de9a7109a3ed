// A line chart over time: uPlot in the page's colours, with a text for those who cannot see it.
import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { html, useEffect, useRef } from '../../app/dom.js';
import { dark } from '../../app/theme.js';
import { lang, number, t, time } from '../../app/i18n.js';

const HEIGHT = 190; // px
const colours = ['--accent', '--run', '--warn', '--bad'];
const dashes = [[], [6, 4], [2, 3], [8, 3, 2, 3]]; // lines differ without colour too

const variable = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function optionsOf(series, format, width) {
  const line = variable('--line'), ink = variable('--muted');
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font: '12px system-ui' };
  return {
    width,
    height: HEIGHT,
    cursor: { y: false, points: { size: 6 } },
    scales: { y: { range: (_, low, high) => [0, high > 0 ? high * 1.1 : 1] } },
    axes: [{ ...axis, space: 90, values: (_, ticks) => ticks.map(time) }, { ...axis, size: 62, values: (_, ticks) => ticks.map(format) }],
    series: [{ label: t('Time'), value: (_, value) => (value === null ? '–' : time(value)) }, ...series.map((label, i) => ({
      label, stroke: variable(colours[i]), dash: dashes[i], width: 2, spanGaps: false,
      value: (_, value) => (value === null ? '–' : format(value))
    }))]
  };
}

// series: names; data: [times in s, values of the first series, …]; format(value) -> text.
export function Chart({ title, series, data, format = (value) => number(value) }) {
  const place = useRef(), plot = useRef();
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    const node = place.current;
    const made = plot.current = new uPlot(optionsOf(series, format, node.clientWidth), latest.current, node);
    const observer = new ResizeObserver(() => made.setSize({ width: node.clientWidth, height: HEIGHT }));
    observer.observe(node);
    return () => { observer.disconnect(); made.destroy(); };
  }, [dark.value, lang.value, series.join()]);
  useEffect(() => { plot.current?.setData(data); }, [data]);
  const now = series.map((name, i) => `${name}: ${data[i + 1].length && data[i + 1].at(-1) !== null ? format(data[i + 1].at(-1)) : '–'}`).join(', ');
  return html`<figure class="chart panel"><figcaption>${title}</figcaption>
    <div ref=${place} role="img" aria-label=${`${title}. ${now}`}></div></figure>`;
}
