// What images.ts and marked-previews.ts share: pictures on the disk, and load on our server or on the bare one.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import type { BareSetUp } from './bare-listeners.ts';
import { cpuOfBare, ownCpu, startBare } from './bare-process.ts';
import type { BenchApp } from './bench-app.ts';
import type { Load } from './load.ts';

const CONNECTIONS = 16;

export type Measured = { perSecond: number; cpuMicros: number };
export type Variant = 'thumb' | 'preview';
export type Server = 'bare' | 'ours';

type Pictures = { folder: string; variant: Variant; count: number; bytes: Buffer };

export function writePictures(
  { context: { config } }: BenchApp,
  { folder, variant, count, bytes }: Pictures,
): void {
  for (let id = 1; id <= count; id++) {
    const path = join(config.dataDir, 'photos', derivativeKey(folder, id, variant));
    if (id <= 100) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

export type PictureLoad = {
  measure(
    server: Server,
    paths: string[],
    options: { seconds: number; isInOrder?: boolean },
  ): Promise<Measured>;
  stop(): void;
};

/** The bare server and the load generator run in processes of their own. */
export async function startPictureLoad({ context, address }: BenchApp): Promise<PictureLoad> {
  const bare = fork(join(import.meta.dirname, 'bare-pictures.ts'));
  const generator: ChildProcess = fork(join(import.meta.dirname, 'load.ts'));
  const photos = join(context.config.dataDir, 'photos');
  const key = context.imageKeys[0].export().toString('base64');
  const ports = {
    bare: await startBare(bare, { key, photos } satisfies BareSetUp),
    ours: Number(new URL(address).port),
  };
  return {
    async measure(server, paths, { seconds, isInOrder = false }) {
      const cpu = () => (server === 'bare' ? cpuOfBare(bare) : ownCpu());
      const before = await cpu();
      const load: Load = { port: ports[server], paths, connections: CONNECTIONS, seconds, isInOrder };
      generator.send(load);
      const [perSecond] = (await once(generator, 'message')) as [number];
      return { perSecond, cpuMicros: ((await cpu()) - before) / (perSecond * seconds) };
    },
    stop() {
      generator.kill();
      bare.kill();
    },
  };
}
