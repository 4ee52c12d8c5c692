/// <reference lib="dom" />
// Runs Lighthouse with its phone preset on the pages of a running site with demo data, each in a fresh browser. Usage:
// npm run bench:web -- [http://127.0.0.1:4000 [page ...]]
// THROTTLING=devtools slows the browser down and measures, instead of computing from a fast visit what a slow one would take.
// Lighthouse is installed into its own folder, because the product does not need it.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../../scripts/chromium-flags.ts';
import { findPort } from '../site.ts';

const VERSION = '13.5.0';
const FOLDER = fileURLToPath(new URL('../../.cache/lighthouse', import.meta.url));
const COMMAND = join(FOLDER, 'node_modules/lighthouse/cli/index.js');
const PASSWORD = 'encore-demo';
const GOALS = { score: 95, adminScore: 85, paintMs: 2_000, blockedMs: 150 };
const THROTTLING = process.env.THROTTLING ?? 'simulate';
const MAX_OUTPUT_BYTES = 50_000_000;

const [address = 'http://127.0.0.1:4000', ...wanted] = process.argv.slice(2);
const run = promisify(execFile);

type Session = { jwt: string; user: unknown };
type Visit = { name: string; path: string; session?: Session; isAdmin?: boolean };
type Report = {
  categories: { performance: { score: number } };
  audits: Record<string, { numericValue?: number }>;
};

async function installOnce(): Promise<void> {
  if (existsSync(COMMAND)) return;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await run(npm, ['install', '--no-save', '--prefix', FOLDER, `lighthouse@${VERSION}`]);
}

async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${address}/api${path}`, init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

const logIn = (identifier: string) =>
  call<Session>('/auth/local', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password: PASSWORD }),
  });

async function planVisits(): Promise<Visit[]> {
  const [parent, staff] = [await logIn('parent@encore.test'), await logIn('super@encore.test')];
  const headers = { authorization: `Bearer ${parent.jwt}` };
  const mine = await call<{ found: { album: { id: number; uuid: string } }[] }>('/user-found-albums/me', {
    headers,
  });
  const album = mine.found[0]?.album;
  if (!album) throw new Error('The demo parent follows no album yet; wait until the demo data is complete');
  return [
    { name: 'log-in', path: '/login' },
    { name: 'home', path: '/', session: parent },
    { name: 'events', path: '/events', session: parent },
    { name: 'viewer', path: `/user-album/${album.id}`, session: parent },
    { name: 'shared album', path: `/view-album/${album.uuid}` },
    { name: 'purchase', path: `/purchaseAlbum/${album.uuid}`, session: parent },
    { name: 'staff albums', path: '/admin/albums', session: staff, isAdmin: true },
  ];
}

async function visit({ path, session }: Visit): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'encore-lighthouse-'));
  const port = await findPort();
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  });
  try {
    if (session) {
      const page = await browser.newPage();
      // A file of the site has its storage without its cache.
      await page.goto(`${address}/favicon.svg`);
      await page.evaluate(({ jwt, user }) => {
        localStorage.setItem('ACCESS_TOKEN', jwt);
        localStorage.setItem('USER', JSON.stringify(user));
      }, session);
      await page.close();
    }
    const { stdout } = await run(
      process.execPath,
      [
        COMMAND,
        `${address}${path}`,
        `--port=${port}`,
        '--disable-storage-reset',
        '--only-categories=performance',
        `--throttling-method=${THROTTLING}`,
        '--output=json',
        '--output-path=stdout',
        '--quiet',
      ],
      { maxBuffer: MAX_OUTPUT_BYTES },
    );
    return JSON.parse(stdout) as Report;
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

await installOnce();
console.log('page           score (goal)   largest paint, of goal   blocked, of goal');
const visits = await planVisits();
for (const one of visits.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const { categories, audits } = await visit(one);
  const score = Math.round(categories.performance.score * 100);
  const cell = (audit: string, goal: number) => {
    const value = audits[audit]?.numericValue ?? Number.NaN;
    return `${value.toFixed(0).padStart(7)} ms (${(value / goal).toFixed(2)})`;
  };
  const goal = one.isAdmin ? GOALS.adminScore : GOALS.score;
  const paint = cell('largest-contentful-paint', GOALS.paintMs);
  const blocked = cell('total-blocking-time', GOALS.blockedMs);
  console.log(
    `${one.name.padEnd(14)} ${String(score).padStart(3)} (${goal})       ${paint.padEnd(24)} ${blocked}`,
  );
}
