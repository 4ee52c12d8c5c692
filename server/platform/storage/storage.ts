import type { Readable } from 'node:stream';

export type ByteRange = { start: number; endExclusive: number };
export type StoredFile = { sizeBytes: number };

/** A file read front to back; the buffers are the reader's own, so a long download allocates nothing. */
export type StoredReader = {
  /** Of the whole file, wherever reading began. */
  sizeBytes: number;
  /** Fills the target; a file that ends before that is an error. */
  read(target: Buffer): Promise<void>;
  close(): Promise<void>;
};

/**
 * Where pictures lie. Keys are slash-separated paths made by our own code. A put is atomic: a reader sees the
 * whole file or none; putting the same key again replaces it. Deleting what is not there is no error.
 */
export type Storage = {
  put(key: string, data: Buffer): Promise<void>;
  /** Takes a local file over; it is gone from its old place afterwards where that saves a copy. */
  putFile(key: string, path: string): Promise<void>;
  /** Undefined when there is no such file. */
  read(key: string): Promise<Buffer | undefined>;
  /** Where the file lies on this machine, if it does; for readers outside of JavaScript. Never write there. */
  localPath(key: string): string | undefined;
  readStream(key: string, range?: ByteRange): Promise<Readable>;
  /** Undefined when there is no such file. */
  openReader(key: string, start: number): Promise<StoredReader | undefined>;
  stat(key: string): Promise<StoredFile | undefined>;
  copy(from: string, to: string): Promise<void>;
  delete(key: string): Promise<void>;
};
