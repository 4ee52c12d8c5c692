// Starts the site, plays every attack against it and prints what each one got; fails if one got too much.
import { rmSync } from 'node:fs';
import { startServerProcess } from '#server/testing/server-process.ts';
import { newFolder, waitUntil } from '../site.ts';
import { type Attack, arrive, listPhotographed, type Site } from './attacker.ts';
import { codeSprayer, hijacker, lockOut, prober } from './scenarios/accounts.ts';
import { cardTester, previewSwapper, rangeTrick, supportClerk, swapper, vandal } from './scenarios/buyers.ts';
import { arena, loginFlood, slowClient } from './scenarios/floods.ts';
import { coverScraper, scraper, tagScraper, unseenBuyer, variantScraper } from './scenarios/scraper.ts';
import { faceSearcher, teamRotator, wallWatcher } from './scenarios/searches.ts';

const ATTACKS: Attack[] = [
  scraper,
  coverScraper,
  tagScraper,
  variantScraper,
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

const only = process.argv.slice(2).join(' ').toLowerCase();
const dataDir = newFolder('attack');
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
  const visitor = await arrive(site);
  // The photos of the demo are developed after the start.
  await waitUntil('the demo photos', 120, async () => (await listPhotographed(visitor)).length >= 5);
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

async function report({ name, before, run }: Attack, site: Site): Promise<boolean> {
  try {
    const { got, isTooMuch } = await run(site, EFFORT);
    console.log(`${isTooMuch ? 'FAIL' : 'ok  '} ${name}\n       before: ${before}\n       now:    ${got}`);
    return !isTooMuch;
  } catch (error) {
    console.log(
      `FAIL ${name}\n       could not be played: ${error instanceof Error ? error.message : error}`,
    );
    return false;
  }
}
