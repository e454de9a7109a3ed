// Accepts text that is pasted anywhere on the page, dropped on it, or in an opened file: onText(text, name of the file).
import { useEffect } from '../app/dom.js';

const inField = (event) => event.target.closest?.('input, textarea, select, dialog');

export function useIntake(onText) {
  useEffect(() => {
    const paste = (event) => {
      const text = event.clipboardData?.getData('text');
      if (!text || inField(event)) return;
      event.preventDefault();
      onText(text);
    };
    const over = (event) => event.preventDefault();
    const drop = async (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) onText(await file.text(), file.name);
      else onText(event.dataTransfer.getData('text'));
    };
    const handlers = { paste, dragover: over, drop };
    for (const name in handlers) addEventListener(name, handlers[name]);
    return () => { for (const name in handlers) removeEventListener(name, handlers[name]); };
  }, []);
}

// accept: file name endings and media types, as in <input accept>.
export function openFile(accept, onText) {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.addEventListener('change', async () => { if (input.files[0]) onText(await input.files[0].text(), input.files[0].name); });
  input.click();
}
