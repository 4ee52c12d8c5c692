import { useEffect, useRef, useState } from 'react';
import { typedSearch } from './search-params.ts';
import { useSearchState } from './use-search-state.ts';

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
