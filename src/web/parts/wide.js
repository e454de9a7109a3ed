// Whether board and panel stand side by side.
import { signal } from '../app/dom.js';

const media = matchMedia('(min-width: 52.01rem)'), wide = signal(media.matches);
media.addEventListener('change', () => { wide.value = media.matches; });

export const useWide = () => wide.value;
