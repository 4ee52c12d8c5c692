// The cameras of shutter.ts, in their own process.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'basic-ftp';
import { numbered } from './camera-photos.ts';

export type Target =
  | { ftp: { port: number; accounts: { user: string; password: string }[] } }
  | { folder: string };
export type CameraOrder = {
  target: Target;
  frames: string[];
  count: number;
  perSecond: number;
  name: string;
};
export type SentFrame = { name: string; shutterAt: number; lastByteAt: number };

const CAMERAS = 4;
let made = 0;

process.on('message', async (order: CameraOrder) => process.send?.(await sendFrames(order)));
process.on('disconnect', () => process.exit());

/** A frame that waits in the camera for the one before was taken at its own time. */
async function sendFrames({ target, frames, count, perSecond, name }: CameraOrder): Promise<SentFrame[]> {
  const photos = await Promise.all(frames.map((path) => readFile(path)));
  const start = Date.now();
  const sent: SentFrame[] = [];
  const runCamera = async (camera: number) => {
    const send = await openTarget(target, camera);
    for (let frame = camera; frame < count; frame += CAMERAS) {
      const shutterAt = start + (frame * 1000) / perSecond;
      await sleep(Math.max(0, shutterAt - Date.now()));
      const photo = photos[Math.floor((frame * photos.length) / count)] ?? Buffer.alloc(0);
      const file = `${name}_${frame}.JPG`;
      made += 1;
      sent.push({ name: file, shutterAt, lastByteAt: await send.frame(file, numbered(photo, made)) });
    }
    send.close();
  };
  await Promise.all(Array.from({ length: CAMERAS }, (_, camera) => runCamera(camera)));
  return sent;
}

/** Returns the time of the last byte of each frame. */
async function openTarget(target: Target, camera: number) {
  if ('folder' in target) {
    return {
      async frame(name: string, bytes: Buffer) {
        await writeFile(join(target.folder, `.${name}`), bytes);
        await rename(join(target.folder, `.${name}`), join(target.folder, name));
        return Date.now();
      },
      close: () => undefined,
    };
  }
  const { port, accounts } = target.ftp;
  const client = new Client(60_000);
  const secure = { secure: true, secureOptions: { rejectUnauthorized: false } };
  await client.access({ host: '127.0.0.1', port, ...accounts[camera % accounts.length], ...secure });
  return {
    async frame(name: string, bytes: Buffer) {
      let lastByteAt = 0;
      const data = Readable.from(chunksOf(bytes)).on('end', () => {
        lastByteAt = Date.now();
      });
      await client.uploadFrom(data, name);
      return lastByteAt;
    },
    close: () => client.close(),
  };
}

const CHUNK_BYTES = 256 * 1024;

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
