// Measures how well and how fast faces are found and recognized, compared with the bare models:
// npm run bench:faces -- FOLDER, which holds one folder of pictures per person, or pairs.csv and groups.csv with pictures.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Face } from '#engines/faces/face.ts';
import { cosine, SURE_SCORE } from '#engines/faces/matching.ts';
import { type Faces, openFaces } from '#server/platform/faces/faces.ts';
import { mapAtOnce } from '#server/platform/processes/map-at-once.ts';
import { measureExpansion, measureVariants, type ScoredPair } from './face-totals.ts';
import { describeLoad, measureUse } from './measure.ts';

/** The bare models reached these values on one core; see docs/faces.md. */
const LIMITS = {
  accuracy: 0.9952,
  tarAt1: 0.9957,
  tarAt01: 0.9917,
  recall: 0.996,
  matchRate: 0.93,
  embedMs: 60,
  groupMs: 607,
};
const PICTURE = /\.(jpe?g|png|webp)$/i;
/** One stranger in 1,000 passes verification at this threshold. */
const FIXED_THRESHOLD = 0.373;

const [folder, threadsGiven] = process.argv.slice(2);
if (!folder || !existsSync(folder)) {
  console.error('usage: npm run bench:faces -- <folder of labeled pictures> [threads]');
  process.exit(1);
}
const threads = Number(threadsGiven ?? availableParallelism());
const opened = await openFaces({ log: { warn: console.error }, threads });
if (!opened) process.exit(1);
const faces: Faces = opened;

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
const print = (what: string, value: string, limit?: number, reached?: number) => {
  const ratio = limit && reached !== undefined ? `   ${(reached / limit).toFixed(3)} of the limit` : '';
  console.log(`  ${what.padEnd(44)}${value.padStart(12)}${ratio}`);
};

function printTimes(
  what: string,
  unit: string,
  count: number,
  { clockMs, processorMs }: { clockMs: number; processorMs: number },
  limit?: number,
): void {
  print(`${what}, ms by the clock a ${unit}`, (clockMs / count).toFixed(1));
  print(`${what}, ms of a processor a ${unit}`, (processorMs / count).toFixed(1), limit, processorMs / count);
}

let peakBytes = 0;
const watch = setInterval(() => {
  peakBytes = Math.max(peakBytes, measureUse().rssBytes);
}, 200).unref();

/** Processor time is measured too because it stays comparable on a busy machine. */
async function timed<T>(
  work: () => Promise<T>,
): Promise<{ result: T; clockMs: number; processorMs: number }> {
  const started = performance.now();
  const before = measureUse();
  const result = await work();
  const processorMs = measureUse().processorMs - before.processorMs;
  return { result, clockMs: performance.now() - started, processorMs };
}

/** Lets every thread open its networks before the measurement starts. */
async function warmUp(file: string): Promise<void> {
  const looks = Array.from({ length: threads }, () => faces.detect(join(folder ?? '', file)));
  const [first] = await Promise.all(looks);
  const crops = (first?.faces ?? []).slice(0, 1).map(({ crop }) => crop);
  await Promise.all(Array.from({ length: threads }, () => faces.embed(crops)));
}

async function readTable(name: string): Promise<Record<string, string>[]> {
  const path = join(folder ?? '', name);
  return existsSync(path) ? parse(await readFile(path, 'utf8'), { columns: true, trim: true }) : [];
}

function nearestCenter(found: Face[]): Face | undefined {
  const distance = ({ box }: Face) => Math.hypot(box.x + box.width / 2 - 0.5, box.y + box.height / 2 - 0.5);
  return found.toSorted((a, b) => distance(a) - distance(b))[0];
}

type Measured = { embeddings: Map<string, Float32Array>; missed: string[] };

async function embedAll(files: string[]): Promise<Measured> {
  const crops = new Map<string, Buffer>();
  const missed: string[] = [];
  await warmUp(files[0] ?? '');
  const detection = await timed(() =>
    mapAtOnce(files, threads, async (file) => {
      const face = nearestCenter((await faces.detect(join(folder ?? '', file))).faces);
      if (face) crops.set(file, face.crop);
      else missed.push(file);
    }),
  );
  const embedding = await timed(() => faces.embed([...crops.values()]));
  print(
    'pictures with a face found',
    `${crops.size}/${files.length}`,
    LIMITS.recall,
    crops.size / files.length,
  );
  printTimes('detection', 'picture', files.length, detection);
  printTimes('embedding', 'face', crops.size, embedding, LIMITS.embedMs);
  const embeddings = embedding.result;
  return {
    embeddings: new Map([...crops.keys()].map((file, i) => [file, embeddings[i] as Float32Array])),
    missed,
  };
}

async function benchGroups(rows: Record<string, string>[]): Promise<void> {
  console.log(`groups: ${rows.length} pictures`);
  let labeled = 0;
  let found = 0;
  let extra = 0;
  await warmUp(rows[0]?.file ?? '');
  const detection = await timed(() =>
    mapAtOnce(rows, threads, async ({ file = '', faces: count }) => {
      const seen = (await faces.detect(join(folder ?? '', file))).faces.length;
      labeled += Number(count);
      found += Math.min(seen, Number(count));
      extra += Math.max(0, seen - Number(count));
    }),
  );
  print('faces found', `${found}/${labeled}`, LIMITS.recall, found / labeled);
  print('extra boxes', percent(extra / labeled));
  printTimes('detection', 'picture', rows.length, detection, LIMITS.groupMs);
  printTimes('detection', 'face', found, detection);
}

function printPairs(pairs: ScoredPair[]): void {
  const figures = measureVariants(pairs, [FIXED_THRESHOLD, SURE_SCORE]);
  for (const { threshold, accuracy } of figures.accuracies) {
    print(`accuracy at ${threshold}`, percent(accuracy), LIMITS.accuracy, accuracy);
  }
  const [at1, at01] = figures.trueAccepts;
  print(
    `true accepts at 1 % false (${at1.threshold.toFixed(3)})`,
    percent(at1.rate),
    LIMITS.tarAt1,
    at1.rate,
  );
  print(`at 0.1 % false (${at01.threshold.toFixed(3)})`, percent(at01.rate), LIMITS.tarAt01, at01.rate);
}

async function benchVariants(rows: Record<string, string>[]): Promise<void> {
  console.log(`pairs: ${rows.length}`);
  const files = [...new Set(rows.flatMap(({ a = '', b = '' }) => [a, b]))];
  const { embeddings, missed } = await embedAll(files);
  for (const file of missed) console.log(`  no face: ${file}`);
  // A face that was not found counts as a miss.
  const scored = rows.map(({ a = '', b = '', same }) => {
    const [one, other] = [embeddings.get(a), embeddings.get(b)];
    return { isSame: same === '1', score: one && other ? cosine(one, other) : -1 };
  });
  printPairs(scored);
}

async function benchPeople(people: string[]): Promise<void> {
  const byPerson = await Promise.all(
    people.map(async (person) =>
      (await readdir(join(folder ?? '', person)))
        .filter((file) => PICTURE.test(file))
        .map((file) => join(person, file)),
    ),
  );
  console.log(`people: ${people.length}`);
  const { embeddings } = await embedAll(byPerson.flat());
  const known = byPerson.map((files) => files.flatMap((file) => embeddings.get(file) ?? []));
  const pairs = known.flatMap((own, person) =>
    own.flatMap((one, i) => [
      ...own.slice(i + 1).map((other) => ({ isSame: true, score: cosine(one, other) })),
      ...known
        .slice(person + 1)
        .flatMap((others) => others.map((other) => ({ isSame: false, score: cosine(one, other) }))),
    ]),
  );
  printPairs(pairs);
  const { alone, expanded, falseRate, people: counted } = measureExpansion(known);
  if (counted === 0) return;
  print(`found by one reference (${counted} people)`, percent(alone));
  print('found by one reference, expanded', percent(expanded), LIMITS.matchRate, expanded);
  print('strangers called the same, expanded', percent(falseRate));
}

console.log(`${threads} threads, load ${describeLoad()} before`);
const groups = await readTable('groups.csv');
const pairs = await readTable('pairs.csv');
if (groups.length > 0) await benchGroups(groups);
if (pairs.length > 0) await benchVariants(pairs);
if (groups.length + pairs.length === 0) {
  const entries = await readdir(folder, { withFileTypes: true });
  await benchPeople(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name));
}
clearInterval(watch);
print('memory at most, MB', (peakBytes / 1024 / 1024).toFixed(0));
await faces.close();
