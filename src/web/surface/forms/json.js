// The problem as JSON or as text.
import { html, useEffect, useRef, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { placeOf } from './text.js';

// Matches a row of numbers, which indented JSON keeps in one line.
const ROW = /\[\s+((?:-?[\d.]+|null|,|\s)+?)\s+\]/g;
const pretty = (value) => JSON.stringify(value, null, 2).replace(ROW, (whole, inner) => `[${inner.replace(/\s+/g, ' ')}]`);

// Selects the place of the server's error in the text.
function useFault(area, fault) {
  useEffect(() => {
    const place = fault?.pointer && area.current && placeOf(area.current.value, fault.pointer);
    if (!place) return;
    area.current.focus();
    area.current.setSelectionRange(...place);
    const line = area.current.value.slice(0, place[0]).split('\n').length;
    area.current.scrollTop = (line - 3) * parseFloat(getComputedStyle(area.current).lineHeight);
  }, [fault]);
}

export function JsonField({ value, change, fault, broken }) {
  const area = useRef(), draft = useSignal(pretty(value ?? {}));
  useFault(area, fault);
  useEffect(() => {
    let same = false;
    try { same = JSON.stringify(JSON.parse(draft.peek())) === JSON.stringify(value); } catch { same = !!broken.peek(); }
    if (!same) draft.value = pretty(value ?? {});
  }, [value]);
  useEffect(() => () => { broken.value = ''; }, []);
  const type = ({ target }) => {
    draft.value = target.value;
    try {
      const read = JSON.parse(target.value);
      broken.value = read && typeof read === 'object' && !Array.isArray(read) ? '' : t('A problem is a JSON object: { … }');
      if (!broken.peek()) change(read);
    } catch (error) {
      broken.value = error.message;
    }
  };
  const refused = fault?.pointer ? t('{where}: {what}', { where: fault.pointer, what: fault.detail }) : '';
  return html`<div class="field"><label for="json">${t('Problem as JSON')}</label>
    <textarea id="json" ref=${area} rows="16" spellcheck=${false} value=${draft.value} onInput=${type}
      aria-invalid=${broken.value || fault ? 'true' : undefined} aria-describedby="json-fault"></textarea>
    <span class="fault" id="json-fault" role="status">${broken.value || refused}</span></div>`;
}

// text: a signal
export function TextField({ text }) {
  const open = async ({ target }) => { if (target.files[0]) text.value = await target.files[0].text(); };
  return html`<div class="field"><label for="text">${t('Problem as text')}</label>
    <textarea id="text" rows="16" spellcheck=${false} value=${text.value} onInput=${({ target }) => { text.value = target.value; }}></textarea>
    <label class="hint">${t('or from a file:')} <input type="file" onChange=${open} /></label></div>`;
}
