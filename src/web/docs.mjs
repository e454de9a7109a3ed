// Renders the documentation (docs/*.md) for the server: buildDocs(folder, assets) returns path -> content, and the
// inputs.
//
// Each page is stored twice: docs/NAME.md as it is, for curl, and docs/NAME.html, for browsers. NAME is the file's
// name, or the folder's for a README.md; the first page is "index". Links between pages lead to /docs/NAME; links to
// other files of the source tree, which a server does not have, become plain text.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Marked } from 'marked';

const escape = (text) => text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark]);
// GitHub's rule for anchors; tests/docs/links.py checks links by the same rule.
const slug = (text) => text.toLowerCase().replace(/[^\w\- ]/g, '').trim().replace(/ /g, '-');

function nameOf(path) {
  if (basename(path) !== 'README.md') return basename(path, '.md');
  return dirname(path) === '.' ? 'index' : basename(dirname(path));
}

// A console block: commands are distinguished from their output.
function consoleBlock(text) {
  let continued = false;
  return text.split('\n').map((line) => {
    const command = continued || line.startsWith('$ ');
    continued = command && line.endsWith('\\');
    return command ? `<b>${escape(line)}</b>` : escape(line);
  }).join('\n');
}

function render(folder, path, pages) {
  const renderer = {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${slug(text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code({ text, lang }) {
      return `<pre tabindex="0"><code>${lang === 'console' ? consoleBlock(text) : escape(text)}</code></pre>\n`;
    },
    table(token) {
      const cell = (one, tag) => `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`;
      const rows = token.rows.map((row) => `<tr>${row.map((one) => cell(one, 'td')).join('')}</tr>\n`).join('');
      return `<div class="scroll" tabindex="0"><table><thead><tr>${token.header.map((one) => cell(one, 'th')).join('')}</tr></thead>\n<tbody>${rows}</tbody></table></div>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      if (/^[a-z]+:/.test(href)) return `<a href="${escape(href)}" rel="noreferrer">${text}</a>`;
      const [file, fragment] = href.split('#');
      const target = file ? relative(folder, resolve(folder, dirname(path), file)) : path;
      const page = pages.get(target);
      return page === undefined ? text : `<a href="/docs${page === 'index' ? '' : `/${page}`}${fragment ? `#${fragment}` : ''}">${text}</a>`;
    }
  };
  return new Marked({ renderer, gfm: true }).parse(readFileSync(join(folder, path), 'utf8'));
}

export function buildDocs(folder, { style, script, icon }) {
  const paths = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.md')).sort();
  const pages = new Map(paths.map((path) => [path, nameOf(path)]));
  if (new Set(pages.values()).size < pages.size) throw new Error(`two pages of ${folder} have one name`);
  const files = new Map();
  for (const [path, name] of pages) {
    const source = readFileSync(join(folder, path));
    const title = /^# (.*)$/m.exec(source)[1];
    const html = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>${escape(title)} · nashd</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="/${icon}" type="image/svg+xml">
  <link rel="stylesheet" href="/${style}">
  <script src="/${script}"></script>
</head>
<body>
<a class="skip" href="#main">To the content</a>
<header class="top"><a class="brand" href="/">nashd</a><nav aria-label="Pages"><a href="/docs"${name === 'index' ? ' aria-current="page"' : ''}>Documentation</a></nav></header>
<main id="main" class="docs" tabindex="-1">
${render(folder, path, pages)}</main>
</body>
</html>
`;
    files.set(`docs/${name}.md`, source);
    files.set(`docs/${name}.html`, Buffer.from(html));
  }
  return { files, inputs: ['.', ...paths, ...new Set(paths.map(dirname))].map((path) => join(folder, path)) };
}
