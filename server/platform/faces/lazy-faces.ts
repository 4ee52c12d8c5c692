import { availableParallelism } from 'node:os';
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
      // One thread per core is fine, because these threads have a low priority.
      opening ??= openFaces({ log, threads: threads ?? availableParallelism() });
      return opening;
    },
    async close() {
      await (await opening)?.close();
    },
  };
}
