import { OutageError } from '#server/platform/http/errors.ts';
import type { Storage } from './storage.ts';

/** The storage did not answer or is overloaded, so callers answer 503. */
export class StorageLostError extends OutageError {
  constructor(cause: unknown) {
    super('the storage cannot be reached', { cause });
  }
}

type Refusal = { $metadata?: { httpStatusCode?: number }; name?: string };

const BUSY_STATUSES = new Set([408, 429]);

/** An answer of the storage that refuses the request itself, such as a wrong password, is no outage. */
export function isOutage(error: unknown): boolean {
  const { $metadata, name } = error as Refusal;
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return name !== 'AbortError';
  return status >= 500 || BUSY_STATUSES.has(status);
}

/** Makes every operation of a storage in the network tell an outage from other errors. */
export function notifyOutages(storage: Storage): Storage {
  const told = Object.entries(storage).map(([name, operation]) => [
    name,
    name === 'localPath' ? operation : notifyOutage(operation as Operation),
  ]);
  return Object.fromEntries(told) as Storage;
}

type Operation = (...parameters: unknown[]) => Promise<unknown>;

function notifyOutage(operation: Operation): Operation {
  return async (...parameters) => {
    try {
      return await operation(...parameters);
    } catch (error) {
      throw isOutage(error) ? new StorageLostError(error) : error;
    }
  };
}
