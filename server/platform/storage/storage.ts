import { OutageError } from '#server/platform/http/errors.ts';

export type ByteRange = { start: number; endExclusive: number };
/** The version is another one whenever the content is. */
export type StoredFile = { sizeBytes: number; version: string };
export type StoredContent = { content: Buffer; version: string };

/** Reads a file sequentially into buffers of the caller, so that long downloads allocate no memory. */
export type StoredReader = {
  /** The size of the whole file, even when reading starts in the middle. */
  sizeBytes: number;
  /** Fills the target and throws if the file ends too early. */
  read(target: Buffer): Promise<void>;
  close(): Promise<void>;
};

/**
 * Keys are slash-separated paths created by our own code. A put is atomic and replaces an existing file. Deleting a
 * missing file is not an error.
 */
export type Storage = {
  put(key: string, data: Buffer): Promise<void>;
  /** Stores a local file and may move it instead of copying it. */
  putFile(key: string, path: string): Promise<void>;
  /** Returns undefined if the file does not exist. */
  read(key: string): Promise<Buffer | undefined>;
  /** Reads a file that the caller keeps until `stat` tells another version. */
  readVersion(key: string): Promise<StoredContent | undefined>;
  /** Returns the path on this machine, if there is one, for native libraries. Callers must only read it. */
  localPath(key: string): string | undefined;
  /** Returns undefined if the file does not exist. */
  openReader(key: string, start: number): Promise<StoredReader | undefined>;
  stat(key: string): Promise<StoredFile | undefined>;
  copy(from: string, to: string): Promise<void>;
  delete(key: string): Promise<void>;
};

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
