import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { type DetectFaces, openDetectors } from '#engines/faces/detect-faces.ts';
import type { Detection } from '#engines/faces/face.ts';
import { loadRuntime } from '#engines/faces/onnx.ts';
import { type Picture, UnreadableImageError } from '#engines/faces/pixels.ts';
import { type EmbedCrop, openSface } from '#engines/faces/sface.ts';
import type { Outcome } from '#server/platform/processes/process-pool.ts';
import { lowerPriority, serveOrders } from '#server/platform/processes/process-pool.ts';

export type FaceOrder = { detect: Picture } | { embed: Uint8Array[] };
export type FaceAnswer = Detection | Float32Array[];

/** A lower priority than requests and image processing, but not so low that a busy machine never detects faces. */
const NICENESS = 10;

lowerPriority(NICENESS);
sharp.concurrency(1);
sharp.cache(false);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The runtime has its own copy; waiting for the next collection would keep 100 MB for hours. */
function dropModelFiles(): void {
  setImmediate(collectGarbage);
}

let detectors: Promise<DetectFaces> | undefined;
let embedding: Promise<EmbedCrop> | undefined;

serveOrders(attempt);

async function attempt(order: FaceOrder): Promise<Outcome<FaceAnswer>> {
  try {
    return { answer: await work(order) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof UnreadableImageError ? { refusal: message } : { error: message };
  }
}

async function work(order: FaceOrder): Promise<FaceAnswer> {
  if ('detect' in order) {
    detectors ??= loadRuntime().then(openDetectors).finally(dropModelFiles);
    const detect = await detectors;
    return detect(typeof order.detect === 'string' ? order.detect : Buffer.from(order.detect));
  }
  embedding ??= loadRuntime().then(openSface).finally(dropModelFiles);
  const embed = await embedding;
  const embeddings: Float32Array[] = [];
  for (const crop of order.embed) embeddings.push(await embed(Buffer.from(crop)));
  return embeddings;
}
