declare module 'archiver' {
  import type { Readable } from 'node:stream';

  export class ZipArchive extends Readable {
    constructor(options: { store: boolean });
    file(path: string, entry: { name: string }): this;
    finalize(): Promise<void>;
  }
}
