import { useSyncExternalStore } from 'react';

/** The `desk` breakpoint of the theme, for what CSS alone cannot decide. */
const QUERY = '(min-width: 1000px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(QUERY);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches);
}
