// Measures how well leaked previews are traced: npm run bench:trace -- [--quick] [--group NAME]
// [--pictures N] [--viewers N] [--rows FILE] [FOLDER]. FOLDER adds licensed photos. --rows keeps the readings of each
// picture in a file, and a later run with the same file goes on where this one stopped, for example after --minutes N.
// --from N leaves out the first pictures. --find measures the search for the photos of --leaks N leaks among --stored N
// (10,000) stored ones instead, --collusion mixes 2 to 12 copies of each picture, --innocents N weighs N readings without
// pictures, and --browser checks that Chromium decodes marked copies exactly.
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkBrowser } from './trace-browser.ts';
import { benchCollusion, benchInnocents } from './trace-collusion.ts';
import { benchFind } from './trace-find.ts';
import { listImages } from './trace-images.ts';
import { type Group, measure, printTable, type Row } from './trace-readings.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    find: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    collusion: { type: 'boolean', default: false },
    innocents: { type: 'string' },
    group: { type: 'string' },
    pictures: { type: 'string' },
    viewers: { type: 'string' },
    rows: { type: 'string' },
    from: { type: 'string', default: '0' },
    leaks: { type: 'string', default: '8' },
    stored: { type: 'string' },
    minutes: { type: 'string', default: '1000' },
  },
});
const pictures = Number(values.pictures ?? (values.quick ? 2 : 100));
const viewers = Number(values.viewers ?? (values.quick ? 1000 : 10_000));
const stored = Number(values.stored ?? (values.quick ? 1000 : 10_000));
const GROUPS: readonly Group[] = ['promised', 'further', 'edited', 'innocent'];
/** Small previews carry fewer tiles, so they are the harder ones. Readings of innocent copies are made in thousands. */
const LONG_SIDES = { promised: 1200, further: 1200, edited: 1200, innocent: 640 };

type Kept = { group: Group; index: number; rows: Row[] };

const files = await listImages(pictures, positionals[0]);
if (values.browser) await checkBrowser(files[0] as string);
else if (values.find) await benchFind(files, stored, Number(values.leaks));
else if (values.innocents) benchInnocents(Number(values.innocents), viewers);
else if (values.collusion) await benchCollusion(files, viewers);
else for (const group of GROUPS) if ((values.group ?? group) === group) await run(group);

async function run(group: Group): Promise<void> {
  const kept = (await readKept()).filter((one) => one.group === group);
  const done = new Set(kept.map(({ index }) => index));
  for (const [index, file] of files.entries()) {
    if (done.has(index) || index < Number(values.from)) continue;
    if (performance.now() > Number(values.minutes) * 60_000) break;
    const other = files[(index + 1) % files.length] as string;
    const rows = await measure({ file, other, index, viewers, longSide: LONG_SIDES[group] }, group);
    kept.push({ group, index, rows });
    if (values.rows) await appendFile(values.rows, `${JSON.stringify({ group, index, rows })}\n`);
    report(file, rows);
  }
  console.log(`${group}, previews of ${LONG_SIDES[group]} pixels`);
  printTable(
    kept.flatMap(({ rows }) => rows),
    viewers,
  );
}

async function readKept(): Promise<Kept[]> {
  if (!values.rows || !existsSync(values.rows)) return [];
  const lines = (await readFile(values.rows, 'utf8')).trim().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function report(file: string, rows: readonly Row[]): void {
  for (const { what, guilty, named, wrong, scores } of rows) {
    if (named === guilty && wrong === 0) continue;
    const word = wrong > 0 ? 'WRONG' : 'missed';
    console.log(`${word}: ${file}: ${what}, score ${scores.map((one) => one.toFixed(1)).join(', ')}`);
  }
  console.error(file);
}
