import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { createStore, useStore } from '#web/lib/storage.ts';

const places = createStore(0);

/** The sheets that can open on every page. */
export const SheetsContext = createContext<ReactNode>(null);

/** True while a dialog that covers the page shows the sheets inside itself. */
export const useAreSheetsAbove = () => useStore(places) > 0;

/** A modal dialog takes the focus from everything outside of it, so it has to contain the sheets that open above it. */
export function SheetsAbove() {
  useEffect(() => {
    places.write(places.read() + 1);
    return () => places.write(places.read() - 1);
  }, []);
  return useContext(SheetsContext);
}
