// Does something at once and then again and again, while the tab is seen.
import { useEffect } from './dom.js';

export function useEvery(ms, action) {
  useEffect(() => {
    action();
    const timer = setInterval(() => { if (!document.hidden) action(); }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}
