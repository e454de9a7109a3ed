// Text that is pasted anywhere on the page, or dropped on it, or in a file that is opened.
import { useEffect } from '../../app/dom.js';

const inField = (event) => event.target.closest?.('input, textarea, select, dialog');

export function useIntake(take) {
  useEffect(() => {
    const paste = (event) => {
      const text = event.clipboardData?.getData('text');
      if (!text || inField(event)) return;
      event.preventDefault();
      take(text);
    };
    const over = (event) => event.preventDefault();
    const drop = async (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      take(file ? await file.text() : event.dataTransfer.getData('text'));
    };
    const heard = { paste, dragover: over, drop };
    for (const name in heard) addEventListener(name, heard[name]);
    return () => { for (const name in heard) removeEventListener(name, heard[name]); };
  }, []);
}

// accept: endings and types, as an input takes them.
export function openFile(accept, take) {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.addEventListener('change', async () => { if (input.files[0]) take(await input.files[0].text()); });
  input.click();
}
