import { availableParallelism, totalmem } from 'node:os';
import type { Detection, Point } from '#engines/faces/face.ts';
import { judgeFaces, type ReferenceVerdict } from '#engines/faces/matching.ts';
import { loadRuntime } from '#engines/faces/onnx.ts';
import { type Picture, UnreadableImageError } from '#engines/faces/pixels.ts';
import { verifyWeights, WEIGHT_FILES, type WeightFile } from '#engines/faces/weights.ts';
import type { Log } from '#server/platform/operations/log.ts';
import { mapAtOnce } from '#server/platform/processes/map-at-once.ts';
import { createProcessPool, type WorkOptions } from '#server/platform/processes/process-pool.ts';
import type { FaceAnswer, FaceOrder } from './face-process.ts';

/**
 * Detects and compares faces. Crops and embeddings are only returned to the caller, never stored or logged.
 */
export type Faces = {
  detect(picture: Picture, options?: WorkOptions): Promise<Detection>;
  /** Returns one embedding of length 1 per crop, in the same order. */
  embed(crops: Buffer[], options?: WorkOptions): Promise<Float32Array[]>;
  /** Checks that a picture shows exactly one face, or the face at a point, clearly enough. */
  judgeReference(picture: Picture, options?: ReferenceOptions): Promise<ReferenceVerdict>;
  close(): Promise<void>;
};

type ReferenceOptions = WorkOptions & { at?: Point | undefined };

type Settings = { log: Pick<Log, 'warn'>; threads?: number; weightFiles?: readonly WeightFile[] };

/** A batch takes as long as looking for the faces of one photo, so other work and a shutdown do not wait longer. */
const CROPS_AN_ORDER = 12;
const MAX_CROPS_PER_CALL = 5_000;
const MAX_WAITING = 500;
const IDLE_MS = 120_000;
/** Memory of the networks and of a large picture; a process that has grown further is replaced. */
const LARGE_PROCESS_BYTES = 350 * 1024 * 1024;
const MIN_WORK_A_PROCESS = 50;

/** Returns undefined if the networks cannot be loaded; the site then runs without face matching. */
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
  const pool = createProcessPool<FaceOrder, FaceAnswer>({
    file: new URL('./face-process.ts', import.meta.url),
    size: threads ?? Math.max(1, availableParallelism() - 1),
    maxWaiting: MAX_WAITING,
    idleMs: IDLE_MS,
    isSpent: ({ workDone, rssBytes }) => workDone >= MIN_WORK_A_PROCESS && rssBytes > LARGE_PROCESS_BYTES,
    refuse: (message) => new UnreadableImageError(message),
  });

  async function detect(picture: Picture, options?: WorkOptions): Promise<Detection> {
    const found = (await pool.run({ detect: picture }, options)) as Detection;
    return { ...found, faces: found.faces.map((face) => ({ ...face, crop: Buffer.from(face.crop) })) };
  }

  return {
    detect,
    async embed(crops, options) {
      if (crops.length > MAX_CROPS_PER_CALL)
        throw new RangeError(`at most ${MAX_CROPS_PER_CALL} crops per call`);
      const orders = Array.from({ length: Math.ceil(crops.length / CROPS_AN_ORDER) }, (_, i) => ({
        embed: crops.slice(i * CROPS_AN_ORDER, (i + 1) * CROPS_AN_ORDER),
      }));
      const embeddings = await mapAtOnce(orders, pool.size, (order) => pool.run(order, options));
      return embeddings.flat() as Float32Array[];
    },
    async judgeReference(picture, { at, ...options } = {}) {
      return judgeFaces(await detect(picture, { priority: 'interactive', ...options }), at);
    },
    close: () => pool.close(),
  };
}

export type LazyFaces = ReturnType<typeof createLazyFaces>;

export function createLazyFaces(
  { isOn, threads }: { isOn: boolean; threads: number | undefined },
  log: Pick<Log, 'warn'>,
) {
  let opening: Promise<Faces | undefined> | undefined;
  return {
    /** Resolves to undefined if face matching is off or this machine cannot do it. */
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
