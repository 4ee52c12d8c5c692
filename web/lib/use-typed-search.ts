import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { typedSearch, useSearchState } from './search-params.ts';

const PAUSE_MS = 250;

/**
 * The text of a filter field and the page of its results. The address follows after a short pause in typing, and going
 * back or forward puts the earlier text into the field.
 */
export function useTypedSearch() {
  const { search, change } = useSearchState(typedSearch);
  const { q = '', page = 1 } = search;
  const [typed, setTyped] = useState(q);
  const [written, setWritten] = useState(q);
  const [seen, setSeen] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (q !== seen) {
    setSeen(q);
    if (q !== written) {
      setWritten(q);
      setTyped(q);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setWritten(text);
      void change({ q: text || undefined, page: undefined });
    }, PAUSE_MS);
  };
  return { typed, type, q, page: typed === q ? page : 1 };
}

const SETTLED_AFTER_MS = 200;

/** Changes only after a pause in typing, so that not every key causes a call. */
export function useSettledText(text: string, pauseMs = SETTLED_AFTER_MS): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}

const RESULT = '[data-result]';
const TARGET = 'a[href]:not([tabindex="-1"]), button:not(:disabled)';

/**
 * Arrow keys walk from a search field through its results and back; Escape returns to the field. Each result is an
 * element with `data-result`, and its first link or button gets the focus.
 */
export function useResultKeys() {
  const area = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const focused = event.target;
    if (!area.current || !(focused instanceof HTMLElement)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const field = area.current.querySelector<HTMLElement>('input[type=search]');
    const results = [...area.current.querySelectorAll<HTMLElement>(RESULT)];
    const at = results.findIndex((result) => result.contains(focused));
    if (focused !== field && at < 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isBack = (step === -1 && at === 0) || (event.key === 'Escape' && at >= 0);
    const target = isBack ? field : step && results[at + step]?.querySelector<HTMLElement>(TARGET);
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
  return { area, onKeyDown };
}
