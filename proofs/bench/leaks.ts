// Measures how well leaked previews are traced: npm run bench:trace -- [--quick] [--group NAME] [--pictures N] [--viewers N]
// [FOLDER]. FOLDER adds licensed photos. --collusion mixes 2 to 12 copies of each picture instead.
import { parseArgs } from 'node:util';
import { benchCollusion } from './leaks-collusion.ts';
import { listImages } from './leaks-images.ts';
import { type Group, measure, printTable, type Row } from './leaks-readings.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    collusion: { type: 'boolean', default: false },
    group: { type: 'string' },
    pictures: { type: 'string' },
    viewers: { type: 'string' },
  },
});
const pictures = Number(values.pictures ?? (values.quick ? 2 : 100));
const viewers = Number(values.viewers ?? (values.quick ? 1000 : 10_000));
/** Small previews carry fewer tiles, so they are the harder ones. Readings of innocent copies are made in thousands. */
const LONG_SIDES = { promised: 1200, innocent: 640 };

const files = await listImages(pictures, positionals[0]);
if (values.collusion) await benchCollusion(files, viewers);
else
  for (const group of Object.keys(LONG_SIDES))
    if ((values.group ?? group) === group) await run(group as Group);

async function run(group: Group): Promise<void> {
  const all: Row[] = [];
  for (const [index, file] of files.entries()) {
    const other = files[(index + 1) % files.length] as string;
    const rows = await measure({ file, other, index, viewers, longSide: LONG_SIDES[group] }, group);
    all.push(...rows);
    report(file, rows);
  }
  console.log(`${group}, previews of ${LONG_SIDES[group]} pixels`);
  printTable(all, viewers);
}

function report(file: string, rows: readonly Row[]): void {
  for (const { what, guilty, named, wrong, scores } of rows) {
    if (named === guilty && wrong === 0) continue;
    const word = wrong > 0 ? 'WRONG' : 'missed';
    console.log(`${word}: ${file}: ${what}, score ${scores.map((one) => one.toFixed(1)).join(', ')}`);
  }
  console.error(file);
}
