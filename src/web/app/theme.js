// The theme: light, dark or the system's. Style sheets read [data-theme] on the root.
import { computed, effect, signal } from './dom.js';
import { keep } from './keep.js';

export const theme = keep('theme', 'system'); // 'system' | 'light' | 'dark'

const system = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(system.matches);
system.addEventListener('change', (event) => { systemIsDark.value = event.matches; });

// For drawings that style sheets do not reach, such as a canvas.
export const dark = computed(() => (theme.value === 'system' ? systemIsDark.value : theme.value === 'dark'));

effect(() => {
  document.documentElement.dataset.theme = dark.value ? 'dark' : 'light';
});
