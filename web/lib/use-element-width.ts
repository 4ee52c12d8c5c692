import { useCallback, useState } from 'react';

export function useElementWidth(): [
  width: number,
  ref: (element: HTMLElement | null) => (() => void) | undefined,
] {
  const [width, setWidth] = useState(0);
  const follow = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, follow];
}
