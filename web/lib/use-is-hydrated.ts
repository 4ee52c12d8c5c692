import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while a page that the server rendered is hydrated. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
