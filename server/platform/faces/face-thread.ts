import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { type DetectFaces, openDetectors } from './detect-faces.ts';
import type { Detection } from './face.ts';
import { giveWay } from './give-way.ts';
import { loadRuntime } from './network.ts';
import { type Picture, UnreadablePictureError } from './pixels.ts';
import { type EmbedCrop, openSface } from './sface.ts';
import type { Outcome } from './thread-pool.ts';

export type FaceOrder = { detect: Picture } | { embed: Uint8Array[] };
export type FaceAnswer = Detection | Float32Array[];

giveWay();
sharp.concurrency(1);
sharp.cache(false);

let detectors: Promise<DetectFaces> | undefined;
let embedding: Promise<EmbedCrop> | undefined;

parentPort?.on('message', async (order: FaceOrder) => {
  parentPort?.postMessage(await attempt(order));
});

async function attempt(order: FaceOrder): Promise<Outcome<FaceAnswer>> {
  try {
    return { answer: await work(order) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof UnreadablePictureError ? { refusal: message } : { error: message };
  }
}

async function work(order: FaceOrder): Promise<FaceAnswer> {
  if ('detect' in order) {
    detectors ??= loadRuntime().then(openDetectors);
    const detect = await detectors;
    return detect(typeof order.detect === 'string' ? order.detect : Buffer.from(order.detect));
  }
  embedding ??= loadRuntime().then(openSface);
  const embed = await embedding;
  const embeddings: Float32Array[] = [];
  for (const crop of order.embed) embeddings.push(await embed(Buffer.from(crop)));
  return embeddings;
}
