import { useEffect, useRef } from 'react';

/**
 * When a photo is closed, the sheet below shows the photo that was open last, though one has swiped far from
 * where one began. It waits for the router, which puts the scroll position of the step back first.
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
