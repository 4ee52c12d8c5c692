import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { originalKey } from '#server/modules/images/image-keys.ts';
import { connectCamera } from '#server/testing/cameras.ts';
import { buildEvent } from '#server/testing/catalogue-factories.ts';
import { createRandom, ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { buildPass } from '#server/testing/passes.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const FRAMES = rounds({ usually: 60, inChaos: 10_000 });
const KILL_EVERY_MS = rounds({ usually: 4_000, inChaos: 4_000 });
const CAMERAS = 4;
const app = startTestApp();
const random = createRandom();

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A process of the site that comes back on the same port each time it is killed. */
async function startMortal() {
  const port = await freePort();
  let isOver = false;
  const start = () =>
    startServerProcess({
      ROLE: 'api',
      DATA_DIR: app.context.config.dataDir,
      DATABASE_URL: app.url,
      FTP_PORT: String(port),
    });
  let running = start();
  const live = (async () => {
    while (!isOver) {
      await running.address;
      await sleep(KILL_EVERY_MS * (0.5 + random()));
      running.kill('SIGKILL');
      await running.ended;
      if (!isOver) running = start();
    }
  })();
  return {
    port,
    ready: () => running.address,
    async stop() {
      isOver = true;
      running.kill('SIGKILL');
      await live.catch(() => undefined);
    },
  };
}

/** The same picture with a number in its notes is another file. */
function numbered(photo: Buffer, number: number): Buffer {
  const note = Buffer.from(`frame ${number}`);
  const head = Buffer.from([0xff, 0xfe, 0, note.length + 2]);
  return Buffer.concat([photo.subarray(0, 2), head, note, photo.subarray(2)]);
}

/** Sends all bytes, or stops somewhere on the way as a lost connection does. */
function* faultyBytes(photo: Buffer, isCut: boolean): Generator<Buffer> {
  const step = Math.ceil(photo.length / 8);
  const end = isCut ? Math.floor(photo.length * random()) : photo.length;
  for (let at = 0; at < end; at += step) yield photo.subarray(at, Math.min(at + step, end));
  if (isCut) throw new Error('the connection is lost');
}

test('every frame arrives once, whatever is cut and killed', { timeout: ROUNDS_TIMEOUT }, async () => {
  const event = await buildEvent(app);
  const passes = await Promise.all(
    Array.from({ length: CAMERAS }, (_, index) => buildPass(app, event.id, `Camera ${index}`)),
  );
  const photo = await makePhoto();
  const mortals = [await startMortal(), await startMortal()];
  await Promise.all(mortals.map(({ ready }) => ready()));
  const frames = Array.from({ length: FRAMES }, (_, index) => index);
  let cuts = 0;
  let refusals = 0;

  async function sendFrame(passId: number, number: number): Promise<void> {
    const bytes = numbered(photo, number);
    const name = `IMG_${number}.JPG`;
    for (let turn = number; ; turn += 1) {
      const { port } = mortals[turn % mortals.length] ?? { port: 0 };
      try {
        const { client } = await connectCamera(app, port, { passId });
        try {
          const isCut = random() < 0.3;
          if (isCut) cuts += 1;
          const known = random() < 0.5 ? await client.size(name).catch(() => 0) : 0;
          const rest = bytes.subarray(known < bytes.length ? known : 0);
          const data = Readable.from(faultyBytes(rest, isCut));
          const sent = await (rest === bytes || rest.length === bytes.length
            ? client.uploadFrom(data, name)
            : client.appendFrom(data, name));
          if (sent.code === 226) return;
        } finally {
          client.close();
        }
      } catch {
        refusals += 1;
        await sleep(20);
      }
    }
  }

  try {
    await Promise.all(
      passes.map(async ({ id }) => {
        for (let number = frames.pop(); number !== undefined; number = frames.pop())
          await sendFrame(id, number);
      }),
    );
  } finally {
    for (const { stop } of mortals) await stop();
  }
  const images = await app.context.db
    .selectFrom('images')
    .select(['fileName', 'contentHash'])
    .where('eventId', '=', event.id)
    .execute();
  const expected = Array.from({ length: FRAMES }, (_, number) =>
    createHash('sha256').update(numbered(photo, number)).digest('hex'),
  );
  expect(images.map(({ contentHash }) => contentHash.toString('hex')).sort()).toEqual(expected.sort());
  for (const { contentHash } of images.slice(0, 20))
    expect(await app.context.storage.stat(originalKey(event.id, contentHash))).toBeTruthy();
  expect(cuts).toBeGreaterThan(FRAMES / 10);
  expect(refusals).toBeGreaterThanOrEqual(cuts);
});
