import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { changeSearch } from './change-search.ts';
import { useSearchText } from './use-path-params.ts';

const PAUSE_MS = 250;

function readPage(text: string | undefined): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

/**
 * What is typed into a filter and the page of its results. Both live in the address (?q=&page=), which follows
 * after a short pause in typing; going back and forth puts the old text back into the field.
 */
export function useTypedSearch() {
  const navigate = useNavigate();
  const q = useSearchText('q') ?? '';
  const page = readPage(useSearchText('page'));
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
      const search = changeSearch({ q: text || undefined, page: undefined });
      void navigate({ to: '.', search, replace: true, resetScroll: false });
    }, PAUSE_MS);
  };
  return { typed, type, q, page: typed === q ? page : 1 };
}
