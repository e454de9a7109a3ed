// The languages of the page, by the browser's. As in the dashboard, the English text is the key. Both are bundled,
// because they are small and a phone should not wait for another request.
import zh from './zh.js';

export const chinese = navigator.language.startsWith('zh');
const locale = chinese ? 'zh-CN' : 'en';

export function t(text, values) {
  const found = (chinese && zh[text]) || text;
  return values ? found.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole) : found;
}

const plain = new Intl.NumberFormat(locale);
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 });
const fine = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });

export const number = (value) => plain.format(value);
export const roughly = (value) => short.format(value);
export const milliseconds = (value) => (value === null ? '–' : `${value < 10 ? fine.format(value) : plain.format(Math.round(value))} ms`);
