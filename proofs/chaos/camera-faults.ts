import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { originalKey } from '#server/modules/images/image-keys.ts';
import { connectCamera } from '#server/testing/cameras.ts';
import { createRandom } from '#server/testing/chaos.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import type { SmallDisk } from '#server/testing/small-disk.ts';
import { numbered } from '../bench/camera-photos.ts';
import { findPort } from '../site.ts';

const PROCESSES = 2;
const random = createRandom();
type Camera = Awaited<ReturnType<typeof connectCamera>>;

export type CameraSite = { context: Context; databaseUrl: string };
type Sending = {
  eventId: number;
  passIds: number[];
  frames: number;
  /** About so many frames arrive between two killed processes, and twice as many between two full disks. */
  framesPerKill: number;
  /** The disk of the site, if it is one that can be filled. */
  disk?: SmallDisk | undefined;
  onFrame?: (arrived: number) => void;
};
export type CameraVerdict = {
  lost: number;
  doubled: number;
  cuts: number;
  refusals: number;
  kills: number;
  fullDisks: number;
};

const DISK_FULL_MS = 700;
const AGAIN_MS = 100;

/** A process of the site that comes back on the same port whenever it ends: it was killed, or found the disk full. */
async function startMortal({ context, databaseUrl }: CameraSite) {
  const port = await findPort();
  let isOver = false;
  const start = () => {
    const server = startServerProcess({
      ROLE: 'api',
      DATA_DIR: context.config.dataDir,
      DATABASE_URL: databaseUrl,
      FTP_PORT: String(port),
    });
    void server.ended.then(() => {
      if (!isOver) running = start();
    });
    return server;
  };
  let running = start();
  process.once('exit', () => running.kill('SIGKILL'));
  return {
    port,
    ready: () => running.address,
    kill: () => running.kill('SIGKILL'),
    async stop() {
      isOver = true;
      running.kill('SIGKILL');
      await running.ended;
    },
  };
}

/** Sends all bytes, or stops somewhere on the way as a lost connection does. */
function* faultyBytes(photo: Buffer, isCut: boolean): Generator<Buffer> {
  const step = Math.ceil(photo.length / 8);
  const end = isCut ? Math.floor(photo.length * random()) : photo.length;
  for (let at = 0; at < end; at += step) yield photo.subarray(at, Math.min(at + step, end));
  if (isCut) throw new Error('the connection is lost');
}

/**
 * Each pass is a camera. Connections are lost and processes are killed while they send; what was acknowledged is then looked
 * for in the database and in the storage.
 */
export async function sendThroughFaults(site: CameraSite, sending: Sending): Promise<CameraVerdict> {
  const { eventId, passIds, frames, framesPerKill, disk, onFrame } = sending;
  const photo = await makePhoto();
  const mortals = await Promise.all(Array.from({ length: PROCESSES }, () => startMortal(site)));
  const left = Array.from({ length: frames }, (_, index) => index);
  const faults = { cuts: 0, refusals: 0, kills: 0, fullDisks: 0 };
  let arrived = 0;
  let filling: Promise<void> | undefined;

  async function fill(full: SmallDisk): Promise<void> {
    faults.fullDisks += 1;
    full.fill(0);
    await sleep(DISK_FULL_MS);
    full.free();
    filling = undefined;
  }

  /** Faults follow the frames and not the clock, so that a slow machine does not spend its time starting processes. */
  function noteArrival(): void {
    arrived += 1;
    onFrame?.(arrived);
    if (random() < 1 / framesPerKill) {
      faults.kills += 1;
      mortals[Math.floor(random() * mortals.length)]?.kill();
    }
    if (disk && random() < 0.5 / framesPerKill) filling ??= fill(disk);
  }

  async function tryToSend({ client }: Camera, number: number): Promise<boolean> {
    const bytes = numbered(photo, number);
    const name = `IMG_${number}.JPG`;
    const isCut = random() < 0.3;
    if (isCut) faults.cuts += 1;
    const known = random() < 0.5 ? await client.size(name).catch(() => 0) : 0;
    const rest = bytes.subarray(known < bytes.length ? known : 0);
    const data = Readable.from(faultyBytes(rest, isCut));
    const sent = await (rest.length === bytes.length
      ? client.uploadFrom(data, name)
      : client.appendFrom(data, name));
    return sent.code === 226;
  }

  /** Sends frames over one connection until it fails, then at another process. */
  async function sendAll(passId: number): Promise<void> {
    let camera: Camera | undefined;
    for (let number = left.pop(), turn = 0; number !== undefined; ) {
      const { port } = mortals[turn % mortals.length] ?? { port: 0 };
      try {
        camera ??= await connectCamera(site, port, { passId });
        if (!(await tryToSend(camera, number))) continue;
        noteArrival();
        number = left.pop();
      } catch {
        faults.refusals += 1;
        camera?.client.close();
        camera = undefined;
        turn += 1;
        await sleep(AGAIN_MS);
      }
    }
    camera?.client.close();
  }

  try {
    await Promise.all(mortals.map(({ ready }) => ready()));
    await Promise.all(passIds.map(sendAll));
    await filling;
  } finally {
    for (const { stop } of mortals) await stop();
  }
  const sent = Array.from({ length: frames }, (_, number) => numbered(photo, number));
  return { ...(await countArrived(site.context, eventId, sent)), ...faults };
}

async function countArrived({ db, storage }: Context, eventId: number, sent: Buffer[]) {
  const images = await db.selectFrom('images').select('contentHash').where('eventId', '=', eventId).execute();
  const arrived = new Map<string, number>();
  for (const { contentHash } of images) {
    const key = originalKey(eventId, contentHash);
    if (await storage.stat(key)) arrived.set(key, (arrived.get(key) ?? 0) + 1);
  }
  const counts = sent.map((bytes) => {
    const contentHash = createHash('sha256').update(bytes).digest();
    return arrived.get(originalKey(eventId, contentHash)) ?? 0;
  });
  return { lost: counts.filter((count) => count === 0).length, doubled: images.length - arrived.size };
}
