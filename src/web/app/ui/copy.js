// Copies text. navigator.clipboard exists only in secure contexts (https, localhost); a phone in the LAN uses
// execCommand.
import { t } from '../i18n.js';
import { toast } from './toast.js';

function copyByHand(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

export async function copy(text) {
  let done;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    done = copyByHand(text);
  }
  toast(done ? t('Copied') : t('This browser does not let a page copy.'), { bad: !done });
}
