// Compares requests per second for pictures with a bare server in a process of its own (bare-pictures.ts), in interleaved
// rounds. Thumbs and previews of 300 files are measured again at the end (`aged`), after AGE_REQUESTS more requests that stand
// for hours of load. `npm run bench:images -- thumb preview` measures only the pictures it names.
import { randomBytes } from 'node:crypto';
import { pictureRights } from '#server/app.ts';
import { createStanding } from '#server/modules/images/standing.ts';
import { issueImageToken, verifyImageToken } from '#server/platform/image-tokens.ts';
import { logIn, percentile, startBenchApp } from './bench-app.ts';
import { tellGoal } from './goals.ts';
import { heldAlbum } from './held-album.ts';
import { type Measured, startPictureLoad, type Variant, writePictures } from './picture-load.ts';

const SIZES = { thumb: 10_000, preview: 300_000 } as const;
const ALBUMS: [Kind, number][] = [
  ['thumb', 300],
  ['thumb', 20_000],
  ['preview', 300],
  ['aged', 300],
  ['aged preview', 300],
];
const AGE_REQUESTS = Number(process.env.BENCH_AGE ?? 300_000);
const SECONDS = 2;
const ROUNDS = 5;
const CHECKS = 1_000_000;
const GOAL = 0.85;

type Kind = Variant | 'aged' | 'aged preview';

const variantOf = (kind: Kind): Variant => (kind === 'thumb' || kind === 'aged' ? 'thumb' : 'preview');
const bench = await startBenchApp();
const load = await startPictureLoad(bench);

/** Answers so many requests that what the process holds on to would show. */
async function age(paths: string[]): Promise<void> {
  let answered = 0;
  while (answered < AGE_REQUESTS) {
    answered += (await load.measure('ours', paths, { seconds: SECONDS })).perSecond * SECONDS;
  }
  console.log(`aged by ${Math.round(answered)} requests; ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
}

/** Other load on the machine affects the figures above, so this one measures the access check alone. */
async function measureCheck(userId: number): Promise<void> {
  const standing = createStanding(bench.context, pictureRights);
  const folderUuid = await heldAlbum(bench, userId);
  const token = issueImageToken(bench.context, { folderUuid, userId, scope: { kind: 'previews' } }, 60);
  const grant = verifyImageToken(bench.context, folderUuid, token);
  if (!grant || (await standing.check(grant, 1)) !== 'open') throw new Error('the album should be open');
  const before = process.cpuUsage();
  for (let id = 1; id <= CHECKS; id++) await standing.check(grant, id);
  const { user, system } = process.cpuUsage(before);
  console.log(`check of the standing: ${((user + system) / CHECKS).toFixed(2)} us of CPU per picture`);
}

try {
  const { userId } = await logIn(bench, 'authenticated');
  console.log('variant        files   bare req/s   ours req/s   ours / bare   bare CPU us   ours CPU us');
  const chosen = process.argv.slice(2);
  for (const [kind, count] of ALBUMS) {
    if (chosen.length > 0 && !chosen.includes(kind)) continue;
    const variant = variantOf(kind);
    const folder = await heldAlbum(bench, userId);
    writePictures(bench, { folder, variant, count, bytes: randomBytes(SIZES[variant]) });
    const grant = { folderUuid: folder, userId, scope: { kind: 'previews' as const } };
    const token = issueImageToken(bench.context, grant, 60);
    const paths = Array.from(
      { length: count },
      (_, index) => `/api/images/${folder}/${index + 1}.${variant}?auth=${token}`,
    );
    if (kind === 'aged') await age(paths);
    for (const server of ['bare', 'ours'] as const) await load.measure(server, paths, { seconds: 1 });
    const rounds: { bare: Measured; ours: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const options = { seconds: SECONDS };
      rounds.push({
        bare: await load.measure('bare', paths, options),
        ours: await load.measure('ours', paths, options),
      });
    }
    const middle = (pick: (round: { bare: Measured; ours: Measured }) => number) =>
      percentile(rounds.map(pick), 0.5);
    const now = middle(({ bare, ours }) => ours.perSecond / bare.perSecond);
    tellGoal({ what: `${kind}, ${count} files, to a bare server`, goal: GOAL, now, unit: '', best: 'most' });
    const cells = [
      middle(({ bare }) => bare.perSecond).toFixed(0),
      middle(({ ours }) => ours.perSecond).toFixed(0),
      now.toFixed(2),
      middle(({ bare }) => bare.cpuMicros).toFixed(0),
      middle(({ ours }) => ours.cpuMicros).toFixed(0),
    ];
    const line = cells.map((cell) => cell.padStart(13)).join('');
    console.log(`${kind.padEnd(12)}${String(count).padStart(8)}${line}`);
  }
  await measureCheck(userId);
} finally {
  load.stop();
  await bench.stop();
}
