import { createHash } from 'node:crypto';
import { judgeFaces } from '#engines/faces/matching.ts';
import { decodeImage } from '#engines/faces/pixels.ts';
import { type Faces, type LazyFaces, openFaces } from '#server/platform/faces/faces.ts';
import { createLog } from '#server/platform/operations/log.ts';

/**
 * The real engine, opened once for all test files of a process. It answers the same picture from memory, because
 * loading the networks and detecting faces took an eighth of the processor time of all server tests.
 */
export const sharedFaces: LazyFaces = {
  async open() {
    opening ??= openFaces({ log: createLog('silent'), threads: 1 }).then((faces) => faces && remember(faces));
    return opening;
  },
  // The engine ends with the process.
  close: async () => undefined,
};

let opening: Promise<Faces | undefined> | undefined;

function remember(faces: Faces): Faces {
  const detections = new Map<string, ReturnType<Faces['detect']>>();
  const embeddings = new Map<string, Float32Array>();

  const detect: Faces['detect'] = async (picture, options) => {
    const { data, width, height } = await decodeImage(picture);
    const key = `${width} ${height} ${hash(data)}`;
    const known = detections.get(key) ?? faces.detect(picture, options);
    detections.set(key, known);
    // A failure may be due to this call alone, such as its time limit.
    known.catch(() => detections.delete(key));
    return copy(await known);
  };

  return {
    detect,
    async embed(crops, options) {
      const keys = crops.map((crop) => hash(crop));
      const missing = crops.filter((_, i) => !embeddings.has(keys[i] as string));
      const found = await faces.embed(missing, options);
      missing.forEach((crop, i) => {
        embeddings.set(hash(crop), found[i] as Float32Array);
      });
      return keys.map((key) => Float32Array.from(embeddings.get(key) as Float32Array));
    },
    async judgeReference(picture, { at, ...options } = {}) {
      return judgeFaces(await detect(picture, { priority: 'interactive', ...options }), at);
    },
    close: async () => undefined,
  };
}

const hash = (data: Uint8Array) => createHash('sha1').update(data).digest('base64');

function copy(detection: Awaited<ReturnType<Faces['detect']>>) {
  return {
    ...detection,
    faces: detection.faces.map((face) => ({ ...face, crop: Buffer.from(face.crop) })),
  };
}
