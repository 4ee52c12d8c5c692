// Measures how well leaked previews are traced: npm run bench:trace -- [--quick] [--pictures N] [--viewers N] [FOLDER]
// FOLDER adds licensed photos. --find measures the search for the photo among 10,000 stored ones instead, and --browser
// checks that Chromium decodes marked copies exactly.
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { seededRandom } from '#server/demo/seeded-random.ts';
import { assemble, codeword } from '#server/platform/tracing/assemble.ts';
import { makePair } from '#server/platform/tracing/make-pair.ts';
import { openLeak } from '#server/platform/tracing/open-leak.ts';
import { openPair, type Pair } from '#server/platform/tracing/open-pair.ts';
import { openReference, type Reference } from '#server/platform/tracing/open-reference.ts';
import { NAMING_CHANCE, rankViewers } from '#server/platform/tracing/rank-viewers.ts';
import { readLeak } from '#server/platform/tracing/read-leak.ts';
import { ATTACKS, attack, FURTHER_ATTACKS } from './trace-attacks.ts';
import { checkBrowser } from './trace-browser.ts';
import { benchFind } from './trace-find.ts';
import { listPictures, makePreview } from './trace-pictures.ts';
import { printTable, type Row } from './trace-table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    find: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    pictures: { type: 'string' },
    from: { type: 'string', default: '0' },
    viewers: { type: 'string' },
  },
});
const pictures = Number(values.pictures ?? (values.quick ? 2 : 100));
const viewers = Number(values.viewers ?? (values.quick ? 1000 : 10_000));
const SECRET = Buffer.alloc(32, 'bench:trace');
const TOGETHER = {
  'two viewers averaged, q80': 2,
  'three viewers averaged, q80': 3,
  'two viewers, pieces mixed, q80': -2,
};
sharp.concurrency(1);

type Shown = { index: number; pair: Pair; reference: Reference; codes: Uint8Array[]; random: () => number };

async function show(file: string, index: number): Promise<Shown & { preview: Buffer }> {
  const preview = await makePreview(file);
  const pair = openPair(makePair(preview, SECRET, index, { keyId: 'bench' }));
  const codes = Array.from({ length: viewers }, (_, viewer) =>
    codeword(SECRET, index, `account:${viewer}`, pair.tiles),
  );
  const random = seededRandom(index + 1);
  return { index, preview, pair, reference: await openReference(pair), codes, random };
}

async function ask({ reference, codes }: Shown, what: string, leak: Buffer, guilty: number[]): Promise<Row> {
  const before = process.cpuUsage();
  const reading = await readLeak(reference, await openLeak(leak));
  const { user, system } = process.cpuUsage(before);
  const candidates = codes.map((code, viewer) => ({ viewer, code }));
  const ranked = reading ? await rankViewers(reading.soft, candidates, { readings: 1 }) : [];
  const named = ranked.filter(({ chance }) => chance < NAMING_CHANCE).map(({ viewer }) => viewer);
  return {
    what,
    isRegistered: reading !== undefined,
    guilty: guilty.length,
    named: guilty.filter((viewer) => named.includes(viewer)).length,
    wrong: named.filter((viewer) => !guilty.includes(viewer)).length,
    z: guilty.map((viewer) => ranked.find((one) => one.viewer === viewer)?.z ?? 0),
    innocentZ: ranked.find(({ viewer }) => !guilty.includes(viewer))?.z ?? 0,
    ms: (user + system) / 1000,
  };
}

async function mix(copies: Buffer[], count: number, { width, height }: Pair): Promise<Buffer> {
  const raws = await Promise.all(copies.map((copy) => sharp(copy).raw().toBuffer()));
  const mixed = Buffer.from(raws[0] as Buffer);
  for (let i = 0; i < mixed.length; i += 1) {
    const [x, y] = [(Math.floor(i / 3) % width) >> 6, Math.floor(i / 3 / width) >> 6];
    if (count > 0) mixed[i] = Math.round(raws.reduce((sum, raw) => sum + (raw[i] as number), 0) / count);
    else mixed[i] = (raws[(x + y) & 1] as Buffer)[i] as number;
  }
  return sharp(mixed, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

async function measure(file: string, index: number, another: Buffer): Promise<Row[]> {
  const shown = await show(file, index);
  const { pair, codes, random, preview } = shown;
  const pick = () => Math.floor(random() * viewers);
  const copyOf = (viewer: number) => assemble(pair, codes[viewer] as Uint8Array);
  const rows: Row[] = [];
  for (const name of [...Object.keys(ATTACKS), ...Object.keys(FURTHER_ATTACKS)]) {
    const viewer = pick();
    const leak = await attack(name, { jpeg: copyOf(viewer), width: pair.width, height: pair.height, random });
    rows.push(await ask(shown, name, leak, [viewer]));
  }
  for (const [name, count] of Object.entries(TOGETHER)) {
    const guilty = Array.from({ length: Math.abs(count) }, pick);
    rows.push(await ask(shown, name, await mix(guilty.map(copyOf), count, pair), guilty));
  }
  const stranger = assemble(pair, codeword(SECRET, index, 'nobody asked', pair.tiles));
  const innocent = {
    'unmarked, q80': preview,
    'shown to somebody not asked, q80': stranger,
    'another picture, q80': another,
  };
  for (const [name, jpeg] of Object.entries(innocent)) {
    rows.push(await ask(shown, name, await sharp(jpeg).jpeg({ quality: 80 }).toBuffer(), []));
  }
  return rows;
}

const files = await listPictures(pictures, positionals[0]);
if (values.browser) {
  await checkBrowser(files[0] as string);
} else if (values.find) {
  await benchFind(files, values.quick ? 1000 : 10_000);
} else {
  const rows: Row[] = [];
  for (const [index, file] of files.entries()) {
    if (index < Number(values.from)) continue;
    const another = await makePreview(files[(index + 1) % files.length] as string);
    const found = await measure(file, index, another);
    for (const { what, guilty, named, z } of found) {
      if (named < guilty)
        console.log(`missed: ${file}: ${what}, z ${z.map((one) => one.toFixed(1)).join(', ')}`);
    }
    rows.push(...found);
    console.error(`${index + 1} of ${files.length}`);
  }
  printTable(rows, viewers);
}
