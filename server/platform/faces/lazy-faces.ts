import { availableParallelism, totalmem } from 'node:os';
import type { Log } from '#server/platform/log.ts';
import { type Faces, openFaces } from './faces.ts';

export type LazyFaces = {
  /** Resolves to undefined if face matching is off or this machine cannot do it. */
  open(): Promise<Faces | undefined>;
  close(): Promise<void>;
};

export function createLazyFaces(
  { isOn, threads }: { isOn: boolean; threads: number | undefined },
  log: Pick<Log, 'warn'>,
): LazyFaces {
  let opening: Promise<Faces | undefined> | undefined;
  return {
    async open() {
      if (!isOn) return undefined;
      opening ??= openFaces({ log, threads: threads ?? defaultProcesses() });
      return opening;
    },
    async close() {
      await (await opening)?.close();
    },
  };
}

const MEMORY_PER_PROCESS_BYTES = 4 * 1024 ** 3;

/** One per core is fine, because they have a low priority, but the server must keep most of the memory. */
function defaultProcesses(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / MEMORY_PER_PROCESS_BYTES)));
}
