// Starts the site, plays every attack against it and prints what each one got; fails if one got too much.
import { rmSync } from 'node:fs';
import { startServerProcess } from '#server/testing/server-process.ts';
import { newFolder } from '../site.ts';
import { type Attack, createAttacker, photographedAlbums, registerProven, type Site } from './attacker.ts';
import { codeSprayer, hijacker, lockOut, prober } from './plays/accounts.ts';
import { cardTester, previewSwapper, rangeTrick, supportClerk, swapper, vandal } from './plays/buyers.ts';
import { arena, loginFlood, slowClient } from './plays/floods.ts';
import { coverHarvester, harvester, pairHarvester, tagHarvester, unseenBuyer } from './plays/harvester.ts';
import { faceSearcher, teamRotator, wallWatcher } from './plays/searches.ts';

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
  const visitor = createAttacker(site);
  await registerProven(visitor);
  await photographedAlbums(visitor, 5);
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
