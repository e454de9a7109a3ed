// Taking a puzzle along: clipboard, file, print.
import { t } from '../../app/i18n.js';
import { toast } from '../../app/toast.js';

// The clipboard is for secure pages only; on http://ADDRESS the old way still works.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.setAttribute('readonly', '');
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  toast(t('Copied.'));
}

// Asks for a file and gives its text.
export function openFile(onText) {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.sdk,.sdm,.txt,.csv,.json,text/*';
  input.addEventListener('change', async () => { if (input.files[0]) onText(await input.files[0].text()); });
  input.click();
}
