import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of this machine that grows while bytes of an upload arrive. */
export type Spool = {
  readonly path: string;
  readonly sizeBytes: number;
  append(data: Buffer): Promise<void>;
  read(start: number, end: number): Promise<Buffer>;
  close(): Promise<void>;
};

export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.spool`);
  const file = await open(path, 'wx+', 0o600);
  let sizeBytes = 0;
  return {
    path,
    get sizeBytes() {
      return sizeBytes;
    },
    async append(data) {
      for (let written = 0; written < data.length; ) {
        const { bytesWritten } = await file.write(data, written, data.length - written, sizeBytes);
        written += bytesWritten;
        sizeBytes += bytesWritten;
      }
    },
    async read(start, end) {
      const data = Buffer.allocUnsafe(end - start);
      for (let filled = 0; filled < data.length; ) {
        const { bytesRead } = await file.read(data, filled, data.length - filled, start + filled);
        if (bytesRead === 0) throw new Error(`${path} ends early`);
        filled += bytesRead;
      }
      return data;
    },
    async close() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}
