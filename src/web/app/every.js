// Calls a function at once and then at an interval, while the tab is visible.
import { useEffect } from './dom.js';

export function useEvery(ms, action) {
  useEffect(() => {
    action();
    const timer = setInterval(() => { if (!document.hidden) action(); }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}
