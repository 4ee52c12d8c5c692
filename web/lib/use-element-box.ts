import { useCallback, useState } from 'react';

type ElementBox = { width: number; top: number };

export function useElementBox() {
  const [box, setBox] = useState<ElementBox>({ width: 0, top: 0 });
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const update = () => {
      const { width, top } = element.getBoundingClientRect();
      const next = { width, top: Math.round(top + window.scrollY) };
      setBox((known) => (known.width === next.width && known.top === next.top ? known : next));
    };
    update();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(update);
    observer.observe(element);
    // Content above can grow, which only changes the size of the page.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { box, measure };
}

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
