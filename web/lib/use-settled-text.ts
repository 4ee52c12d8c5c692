import { useEffect, useState } from 'react';

const PAUSE_MS = 200;

/** Changes only after a pause in typing, so that not every key causes a call. */
export function useSettledText(text: string, pauseMs = PAUSE_MS): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
