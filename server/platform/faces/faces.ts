import { availableParallelism } from 'node:os';
import type { Log } from '#server/platform/log.ts';
import type { Detection } from './face.ts';
import type { FaceAnswer, FaceOrder } from './face-thread.ts';
import { judgeFaces, type ReferenceJudgement } from './judge-reference.ts';
import { loadRuntime } from './network.ts';
import { type Picture, UnreadablePictureError } from './pixels.ts';
import { createThreadPool, type WorkOptions } from './thread-pool.ts';
import { verifyWeights, WEIGHT_FILES, type WeightFile } from './weights.ts';

/**
 * Finds faces and says how alike they are. Nothing it computes about a person is written or logged here: crops and
 * embeddings go to the caller alone.
 */
export type Faces = {
  /** Every face, with its aligned crop. */
  detect(picture: Picture, options?: WorkOptions): Promise<Detection>;
  /** One embedding a crop, of length 1, in the same order. */
  embed(crops: Buffer[], options?: WorkOptions): Promise<Float32Array[]>;
  /** Whether a picture shows one face well enough to know the person by. */
  judgeReference(picture: Picture, options?: WorkOptions): Promise<ReferenceJudgement>;
  close(): Promise<void>;
};

type Settings = { log: Pick<Log, 'warn'>; threads?: number; weightFiles?: readonly WeightFile[] };

/** Short enough that other work, or a stop, need not wait long. */
const CROPS_AN_ORDER = 8;
const MOST_CROPS_A_CALL = 5_000;
const MOST_WAITING = 500;
const IDLE_MS = 120_000;
const LARGE_PROCESS_BYTES = 1_500 * 1024 * 1024;
const LEAST_WORK_A_THREAD = 50;

/** Undefined, and one line in the log, where this machine cannot do it: the site then runs without face matching. */
export async function openFaces({
  log,
  threads,
  weightFiles = WEIGHT_FILES,
}: Settings): Promise<Faces | undefined> {
  try {
    await verifyWeights(weightFiles);
    await loadRuntime();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason: reason.slice(0, 300) }, 'face matching is off: its networks cannot be loaded');
    return undefined;
  }
  const pool = createThreadPool<FaceOrder, FaceAnswer>({
    file: new URL('./face-thread.ts', import.meta.url),
    size: threads ?? Math.max(1, availableParallelism() - 1),
    mostWaiting: MOST_WAITING,
    idleMs: IDLE_MS,
    isSpent: (done) => done >= LEAST_WORK_A_THREAD && process.memoryUsage.rss() > LARGE_PROCESS_BYTES,
    refuse: (message) => new UnreadablePictureError(message),
  });

  async function detect(picture: Picture, options?: WorkOptions): Promise<Detection> {
    const found = (await pool.run({ detect: picture }, options)) as Detection;
    return { ...found, faces: found.faces.map((face) => ({ ...face, crop: Buffer.from(face.crop) })) };
  }

  return {
    detect,
    async embed(crops, options) {
      if (crops.length > MOST_CROPS_A_CALL) throw new RangeError(`at most ${MOST_CROPS_A_CALL} crops a call`);
      const embeddings: Float32Array[] = [];
      let next = 0;
      const lane = async () => {
        while (next < crops.length) {
          const start = next;
          next += CROPS_AN_ORDER;
          const order = { embed: crops.slice(start, start + CROPS_AN_ORDER) };
          const some = (await pool.run(order, options)) as Float32Array[];
          some.forEach((embedding, i) => {
            embeddings[start + i] = embedding;
          });
        }
      };
      await Promise.all(Array.from({ length: pool.size }, lane));
      return embeddings;
    },
    async judgeReference(picture, options = {}) {
      return judgeFaces(await detect(picture, { priority: 'interactive', ...options }));
    },
    close: () => pool.close(),
  };
}
