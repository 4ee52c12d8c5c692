/// <reference lib="dom" />
// Measures the first visit over a slow network, with an empty cache: the front door and the page of a poster.
import type { Browser, Page } from '@playwright/test';
import { openBrowser } from './admin-albums-browser.ts';
import { percentile, printTime, startBenchApp } from './bench-app.ts';

const SLOW = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400, offline: false };
const PHONE = { width: 390, height: 844 };
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SEEN_LIMIT_MS = 2_000;
const USABLE_LIMIT_MS = 5_000;

type Visit = {
  name: string;
  path: string;
  /** Words of the page that a visitor came for. */
  seen: string;
  /** Does what the visitor came for, as soon as the page lets them. */
  use: (page: Page) => Promise<void>;
  /** The call that shows that the page did it. */
  call: string;
};

async function open(browser: Browser, address: string): Promise<{ page: Page; bytes: () => number }> {
  const context = await browser.newContext({ viewport: PHONE, baseURL: address, serviceWorkers: 'block' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return { page, bytes: () => bytes };
}

type Measured = { seenMs: number; usableMs: number; kilobytes: number };

async function measureVisit(browser: Browser, address: string, visit: Visit): Promise<Measured> {
  const { page, bytes } = await open(browser, address);
  const start = performance.now();
  const sent = page.waitForRequest((request) => request.url().includes(visit.call), { timeout: 60_000 });
  await page.goto(visit.path, { waitUntil: 'commit' });
  await page.getByText(visit.seen).first().waitFor();
  const seenMs = performance.now() - start;
  await visit.use(page);
  await sent;
  const usableMs = performance.now() - start;
  const used = { seenMs, usableMs, kilobytes: bytes() / 1000 };
  await page.context().close();
  return used;
}

const app = await startBenchApp();
const browser = await openBrowser();
try {
  const { db } = app.context;
  const event = await db
    .insertInto('events')
    .values({
      name: 'Grand Nationals',
      brandName: 'Crown Series',
      producerName: 'Crown',
      venueName: 'Ball Arena',
      city: 'Denver',
      state: 'CO',
      startDate: '2026-11-14',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('albums')
    .values({
      eventId: event.id,
      programName: 'Northshore Elite',
      teamName: 'Royals',
      divisionName: 'Senior 4',
      performanceOrder: 42,
      identifier: 'first use',
      publishedAt: new Date(),
    })
    .execute();
  const { code } = await db
    .selectFrom('posterCodes')
    .select('code')
    .where('albumId', 'is not', null)
    .executeTakeFirstOrThrow();
  const visits: Visit[] = [
    {
      name: '/login',
      path: '/login',
      seen: 'Your team’s photos, up the same day.',
      use: async (page) => {
        await page.getByLabel('E-mail', { exact: true }).fill('parent@example.test');
        await page.getByLabel('Password', { exact: true }).fill('a-password-1');
        await page.getByRole('button', { name: 'Log in', exact: true }).click();
      },
      call: '/api/auth/local',
    },
    {
      name: '/e/CODE',
      path: `/e/${code}`,
      seen: 'Grand Nationals',
      use: async (page) => {
        await page.getByLabel(/e-mail/i).fill('parent@example.test');
        await page.getByRole('button', { name: 'See the photos' }).click();
      },
      call: '/ask',
    },
  ];
  for (const visit of visits) {
    const measured: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      measured.push(await measureVisit(browser, app.address, visit));
    }
    const typical = (pick: (one: Measured) => number) => percentile(measured.map(pick), 0.5);
    printTime(
      `${visit.name}: something real`,
      typical(({ seenMs }) => seenMs),
      SEEN_LIMIT_MS,
    );
    printTime(
      `${visit.name}: used`,
      typical(({ usableMs }) => usableMs),
      USABLE_LIMIT_MS,
    );
    console.log(`${visit.name}: ${typical(({ kilobytes }) => kilobytes).toFixed(0)} kB loaded until then`);
  }
} finally {
  await browser.close();
  await app.stop();
}
