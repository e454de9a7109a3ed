// Renders the subset of Markdown that the OpenAPI document uses: paragraphs, lists, tables, `code`, **bold**,
// *emphasis*, [links](…). The output is components, never HTML text.
import { html } from '../../app/dom.js';

const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

export function spans(text) {
  const out = [];
  let from = 0;
  for (const found of text.matchAll(SPAN)) {
    const [whole, code, bold, emphasis, name, target] = found;
    out.push(text.slice(from, found.index));
    if (code) out.push(html`<code>${code}</code>`);
    else if (bold) out.push(html`<b>${spans(bold)}</b>`);
    else if (emphasis) out.push(html`<em>${spans(emphasis)}</em>`);
    else out.push(/^(https:|\/|#)/.test(target) ? html`<a href=${target}>${name}</a>` : name);
    from = found.index + whole.length;
  }
  out.push(text.slice(from));
  return out;
}

function table(lines) {
  const [head, , ...rows] = lines.map((line) => line.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim()));
  return html`<div class="scroll" tabindex="0"><table>
    <thead><tr>${head.map((cell) => html`<th scope="col">${spans(cell)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${spans(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function list(lines) {
  const items = [];
  for (const line of lines) {
    if (/^[-*] /.test(line)) items.push(line.slice(2));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return html`<ul>${items.map((item) => html`<li>${spans(item)}</li>`)}</ul>`;
}

export function Markdown({ text }) {
  return (text ?? '').trim().split(/\n\s*\n/).filter(Boolean).map((block) => {
    const lines = block.split('\n');
    if (lines[0].startsWith('|')) return table(lines);
    if (/^[-*] /.test(lines[0])) return list(lines);
    return html`<p>${spans(lines.join(' '))}</p>`;
  });
}
