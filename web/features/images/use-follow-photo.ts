import { useEffect, useRef } from 'react';

/**
 * When a photo is closed, the sheet scrolls to the photo that was open last. It waits until the router has
 * restored the scroll position.
 */
export function useFollowPhoto(shownId: number | undefined, reveal: (imageId: number) => void): void {
  const lastShown = useRef<number>(undefined);
  const latest = useRef(reveal);
  useEffect(() => {
    latest.current = reveal;
  });
  useEffect(() => {
    const closed = lastShown.current;
    lastShown.current = shownId;
    if (shownId !== undefined || closed === undefined) return;
    const timer = setTimeout(() => latest.current(closed), 60);
    return () => clearTimeout(timer);
  }, [shownId]);
}
