// Starts the site, plays every attack against it and prints what each one got; fails if one got too much.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationEndpoints } from '#contract/endpoints/operations.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { type Attack, createAttacker, registerProven, type Site, listPhotographed } from './attacker.ts';
import { arena } from './plays/arena.ts';
import { cardTester } from './plays/card-tester.ts';
import { codeSprayer } from './plays/code-sprayer.ts';
import { faceSearcher, teamRotator } from './plays/face-searcher.ts';
import { coverHarvester, harvester, pairHarvester, tagHarvester, unseenBuyer } from './plays/harvester.ts';
import { hijacker } from './plays/hijacker.ts';
import { lockOut } from './plays/lock-out.ts';
import { loginFlood } from './plays/login-flood.ts';
import { prober } from './plays/prober.ts';
import { rangeTrick } from './plays/range-trick.ts';
import { slowClient } from './plays/slow-client.ts';
import { supportClerk } from './plays/support-clerk.ts';
import { previewSwapper, swapper } from './plays/swapper.ts';
import { vandal } from './plays/vandal.ts';
import { wallWatcher } from './plays/wall-watcher.ts';

const ATTACKS: Attack[] = [
  harvester,
  coverHarvester,
  tagHarvester,
  pairHarvester,
  unseenBuyer,
  faceSearcher,
  teamRotator,
  hijacker,
  prober,
  codeSprayer,
  swapper,
  previewSwapper,
  cardTester,
  rangeTrick,
  supportClerk,
  vandal,
  wallWatcher,
  lockOut,
  loginFlood,
  slowClient,
  arena,
];
const EFFORT = { guesses: 80, sockets: 600 };
const PHOTOS_PATIENCE_MS = 120_000;

const only = process.argv.slice(2).join(' ').toLowerCase();
const dataDir = mkdtempSync(join(tmpdir(), 'encore-attack-'));
// When started as root, the database runs as another user, who must be able to enter the folder.
chmodSync(dataDir, 0o755);
const server = startServerProcess({
  DATA_DIR: dataDir,
  PROOFS: 'always',
  SEED: 'demo-small',
  TRUST_PROXY: '1',
  FACES: 'on',
  FACE_THREADS: '1',
  LOG_LEVEL: 'error',
});
let failures = 0;
try {
  const site: Site = { address: await server.address };
  await photosAreReady(site);
  for (const attack of ATTACKS.filter(({ name }) => name.toLowerCase().includes(only))) {
    failures += (await report(attack, site)) ? 0 : 1;
  }
} finally {
  server.kill('SIGTERM');
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(failures === 0 ? '\nNo attack got anything.' : `\n${failures} got too much.`);
process.exit(failures === 0 ? 0 : 1);

async function report({ name, before, play }: Attack, site: Site): Promise<boolean> {
  try {
    const { got, isTooMuch } = await play(site, EFFORT);
    console.log(`${isTooMuch ? 'FAIL' : 'ok  '} ${name}\n       before: ${before}\n       now:    ${got}`);
    return !isTooMuch;
  } catch (error) {
    console.log(
      `FAIL ${name}\n       could not be played: ${error instanceof Error ? error.message : error}`,
    );
    return false;
  }
}

/** The demo photos are developed after the start. */
async function photosAreReady(site: Site): Promise<void> {
  const visitor = createAttacker(site);
  if ((await visitor.call(operationEndpoints.health)).status !== 200)
    throw new Error('the site is not healthy');
  await registerProven(visitor);
  for (const deadline = Date.now() + PHOTOS_PATIENCE_MS; Date.now() < deadline; ) {
    if ((await listPhotographed(visitor)).length >= 5) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the demo photos were not ready in time');
}
