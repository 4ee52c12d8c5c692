/// <reference lib="dom" />
// Turns the live wall as often as it turns in hours and prints what its memory does. The clock of the page is driven by the
// benchmark; calls and pictures are real.
import type { CDPSession, Page } from '@playwright/test';
import sharp from 'sharp';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { openBrowser } from './admin-albums-browser.ts';
import { type BenchApp, logIn, startBenchApp } from './bench-app.ts';

const TURNS = Number(process.env.TURNS ?? 2_000);
const WARM_UP = 120;
const SLIDE_MS = 7_000;
const PHOTOS = 60;
/** A new photo arrives this often, as it does while an event runs. */
const TURNS_PER_ARRIVAL = 5;
const MOST_GROWTH = 1.15;

type Memory = { heapMb: number; nodes: number; listeners: number; pictures: number };

const app = await startBenchApp();
const browser = await openBrowser();
try {
  const { eventId, albumId, albumUuid, token } = await fill(app);
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.clock.install();
  await page.goto(`${app.address}/wall/${token}`);
  await page.getByText('Bench Team').first().waitFor({ timeout: 60_000 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const picture = await drawPicture();
  let number = PHOTOS;
  const play = async (turns: number) => {
    for (let done = 0; done < turns; done += 1) {
      if (done % TURNS_PER_ARRIVAL === 0) {
        number += 1;
        await addPhoto(app, { eventId, albumId, albumUuid, number }, picture);
      }
      await turn(page);
    }
  };
  await play(WARM_UP);
  const start = await measure(page, devtools);
  print(`after ${WARM_UP} turns`, start);
  const began = performance.now();
  for (let part = 1; part <= 4; part += 1) {
    await play(Math.ceil(TURNS / 4));
    print(`after ${WARM_UP + Math.ceil((TURNS / 4) * part)} turns`, await measure(page, devtools));
  }
  const end = await measure(page, devtools);
  const hours = ((TURNS * SLIDE_MS) / 3_600_000).toFixed(1);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${TURNS} turns stand for ${hours} hours and took ${seconds} s`);
  const grown = (Object.keys(start) as (keyof Memory)[]).filter(
    (figure) => end[figure] > start[figure] * MOST_GROWTH + 1,
  );
  console.log(grown.length === 0 ? 'nothing grew' : `grew: ${grown.join(', ')}`);
  if (grown.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await app.stop();
}

/** Lets one slide pass and waits until the next picture is on the screen. */
async function turn(page: Page): Promise<void> {
  const before = await page.locator('img').first().getAttribute('src');
  await page.clock.runFor(SLIDE_MS);
  await page
    .waitForFunction(
      (address) => {
        const pictures = [...document.querySelectorAll('img')];
        return pictures.length === 1 && pictures[0]?.getAttribute('src') !== address;
      },
      before,
      { timeout: 2_000, polling: 5 },
    )
    // A picture that is slow comes with the next turn.
    .catch(() => undefined);
}

async function measure(page: Page, devtools: CDPSession): Promise<Memory> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const figure = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    heapMb: usedSize / 1024 ** 2,
    nodes: figure('Nodes'),
    listeners: figure('JSEventListeners'),
    pictures: await page.locator('img').count(),
  };
}

function print(when: string, { heapMb, nodes, listeners, pictures }: Memory): void {
  console.log(
    `${when.padEnd(20)} heap ${heapMb.toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners, ${pictures} pictures`,
  );
}

async function fill(bench: BenchApp) {
  const { db } = bench.context;
  const { id: eventId } = await db
    .insertInto('events')
    .values({
      name: 'Bench Open',
      brandName: 'Bench',
      producerName: 'Bench',
      venueName: 'Arena',
      city: 'Austin',
      state: 'TX',
      startDate: new Date().toISOString().slice(0, 10),
      timeZone: 'UTC',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: albumId, uuid: albumUuid } = await db
    .insertInto('albums')
    .values({
      eventId,
      programName: 'Bench',
      teamName: 'Team',
      divisionName: 'Senior',
      performanceOrder: 1,
      identifier: 'bench',
      publishedAt: new Date(),
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  const picture = await drawPicture();
  for (let number = 1; number <= PHOTOS; number += 1)
    await addPhoto(bench, { eventId, albumId, albumUuid, number }, picture);
  const staff = await logIn(bench, 'super');
  const send = (method: string, path: string, body: object) =>
    staff.call(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await send('PUT', `/events/${eventId}/wall`, { is_on: true });
  await send('PUT', `/events/${eventId}/wall/teams`, { albums: [albumId], agreed_by: 'Coach' });
  const made = await send('POST', `/events/${eventId}/wall-links`, { label: 'Screen' });
  const { token } = (await made.json()) as { token: string };
  return { eventId, albumId, albumUuid, token };
}

type NewPhoto = { eventId: number; albumId: number; albumUuid: string; number: number };

async function addPhoto(
  { context }: BenchApp,
  { eventId, albumId, albumUuid, number }: NewPhoto,
  picture: Buffer,
): Promise<void> {
  const contentHash = Buffer.alloc(32);
  contentHash.writeUInt32BE(number);
  const { id } = await context.db
    .insertInto('images')
    .values({
      eventId,
      albumId,
      contentHash,
      crc32: 0,
      sizeBytes: picture.length,
      fileName: `${number}.jpg`,
      state: 'ready',
      width: 1600,
      height: 1067,
      placeholder: 'EQgGHwSHd4eAiHh3h3h4eAeH',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await context.storage.put(derivativeKey(albumUuid, id, 'preview'), picture);
}

function drawPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 960, height: 640, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 60 })
    .toBuffer();
}
