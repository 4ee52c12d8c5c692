// The state of the error dialog: each retry puts its status code and message here, and the dialog opens once all
// retries have failed.

import { createStore, useStore } from './store.ts';

export type Connection =
  | { phase: 'fine' }
  | { phase: 'retrying'; statusCode: number; message: string; retry: number; maxRetries: number }
  | { phase: 'failed'; statusCode: number; message: string };

const store = createStore<Connection>({ phase: 'fine' });

export const useConnection = () => useStore(store);

export function reportRetry(retry: Omit<Extract<Connection, { phase: 'retrying' }>, 'phase'>): void {
  store.write({ phase: 'retrying', ...retry });
}

export function reportFailure(failure: { statusCode: number; message: string }): void {
  store.write({ phase: 'failed', ...failure });
}

export function endRetries(): void {
  if (store.read().phase === 'retrying') store.write({ phase: 'fine' });
}

export function closeErrorDialog(): void {
  store.write({ phase: 'fine' });
}
