import { useEffect, useState } from '../dom.js';

// Returns the width of an element in whole pixels, 0 before the first layout. node: a ref.
export function useWidth(node) {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(node.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
