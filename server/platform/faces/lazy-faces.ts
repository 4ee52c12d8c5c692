import { availableParallelism } from 'node:os';
import type { Log } from '#server/platform/log.ts';
import { type Faces, openFaces } from './faces.ts';

export type LazyFaces = {
  /** Undefined where faces are switched off or this machine cannot look for them. */
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
      // A thread a core: they give way to everything else.
      opening ??= openFaces({ log, threads: threads ?? availableParallelism() });
      return opening;
    },
    async close() {
      await (await opening)?.close();
    },
  };
}
