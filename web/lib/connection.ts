// The state of the error dialog: each retry puts its status code and message here until its call ends, and the dialog
// opens once all retries of a call have failed.

import { createStore, useStore } from './store.ts';

export type Retry = { statusCode: number; message: string; retry: number; maxRetries: number };
type Failure = { statusCode: number; message: string };

type Connection = {
  /** One entry for each call that is being repeated, in the order in which they failed first. */
  retrying: ReadonlyMap<symbol, Retry>;
  /** Stays until the dialog is closed. */
  failure: Failure | undefined;
};

const store = createStore<Connection>({ retrying: new Map(), failure: undefined });

export const useConnection = () => useStore(store);

export function reportRetry(call: symbol, retry: Retry): void {
  const { retrying, failure } = store.read();
  store.write({ retrying: new Map(retrying).set(call, retry), failure });
}

export function reportFailure(call: symbol, failure: Failure): void {
  endRetries(call);
  store.write({ ...store.read(), failure });
}

export function endRetries(call: symbol): void {
  const { retrying, failure } = store.read();
  const left = new Map(retrying);
  if (left.delete(call)) store.write({ retrying: left, failure });
}

export function closeErrorDialog(): void {
  store.write({ ...store.read(), failure: undefined });
}
