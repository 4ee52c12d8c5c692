import sharp from 'sharp';
import { type Code, openCode } from '#engines/watermark/codeword.ts';
import { makeVariants } from '#engines/watermark/make-variants.ts';
import { openLeak, openReference, type Reference } from '#engines/watermark/open-leak.ts';
import { readLeak } from '#engines/watermark/read-leak.ts';
import { assemble, openVariants, type Variants } from '#engines/watermark/variants.ts';
import {
  addGuess,
  chanceOf,
  NAMING_CHANCE,
  openScores,
  openTally,
  totalOf,
  weightOfGuess,
} from '#engines/watermark/viewer-scores.ts';
import { weighTiles } from '#engines/watermark/weigh-tiles.ts';
import { seededRandom } from '#server/demo/random.ts';
import { ATTACKS, type Attack, attack, makePreview } from './leaks-images.ts';
import { percentile } from './measure.ts';

// Shows a picture to many viewers, leaks copies of it in many ways, and counts who is named.

/** `promised` has to name everybody, and `innocent` has to name nobody. */
export type Group = 'promised' | 'innocent';

/** `file` is leaked, and `other` is a picture that is not in the leak. */
type Asked = { file: string; other: string; index: number; viewers: number; longSide: number };

type Shown = {
  index: number;
  pair: Variants;
  reference: Reference;
  code: Code;
  codes: Uint8Array[];
  /** Codes of people who were not shown the leaked copy, in groups as large as `codes`. */
  strangers: Uint8Array[][];
  viewers: number;
  random: () => number;
};

export const SECRET = Buffer.alloc(32, 'bench:trace');
const INNOCENT_READINGS = 72;
/** To lay a leak over its photo takes most of the time, so the same reading is compared with several groups of viewers. */
const FURTHER_GROUPS = 3;
sharp.concurrency(1);

export async function measure(asked: Asked, group: Group): Promise<Row[]> {
  const preview = await makePreview(asked.file, asked.longSide);
  const shown = await show(preview, asked);
  return group === 'innocent' ? measureInnocent(shown, preview, asked) : measureAttacks(shown);
}

async function show(preview: Buffer, { index, viewers }: Asked): Promise<Shown> {
  const pair = openVariants(makeVariants(preview, SECRET, index, { keyId: 'bench' }));
  const code = openCode(SECRET, index, pair.tiles);
  const codes = Array.from({ length: viewers }, (_, viewer) => code.of(`account:${viewer}`));
  const strangers = Array.from({ length: FURTHER_GROUPS }, (_, group) =>
    Array.from({ length: viewers }, (_, viewer) => code.of(`group ${group}:${viewer}`)),
  );
  const random = seededRandom(index + 1);
  return { index, pair, reference: await openReference(pair), code, codes, strangers, viewers, random };
}

const copyOf = ({ pair, codes }: Shown, viewer: number) => assemble(pair, codes[viewer] as Uint8Array);

async function measureAttacks(shown: Shown): Promise<Row[]> {
  const { width, height } = shown.pair;
  const rows: Row[] = [];
  for (const [name, apply] of Object.entries(ATTACKS)) {
    const viewer = Math.floor(shown.random() * shown.viewers);
    const copy = { jpeg: copyOf(shown, viewer), width, height, random: shown.random };
    rows.push(await ask(shown, name, await attack(apply, copy), [viewer]));
  }
  return rows;
}

/** None of these was shown to anybody who is asked, so every name would be wrong. */
async function measureInnocent(shown: Shown, preview: Buffer, asked: Asked): Promise<Row[]> {
  const { pair, index, random } = shown;
  const { width, height } = pair;
  const burst = await anotherFrame(preview, width, height);
  const ofBurst = openVariants(makeVariants(burst, SECRET, index + 1_000_000, { keyId: 'bench' }));
  const other = await makePreview(asked.other, asked.longSide);
  const stranger = (number: number) =>
    assemble(pair, openCode(SECRET, index, pair.tiles).of(`stranger:${number}`));
  const neighbor = (number: number) =>
    assemble(ofBurst, openCode(SECRET, index + 1_000_000, ofBurst.tiles).of(`account:${number}`));
  const kinds = {
    unmarked: () => preview,
    'shown to somebody not asked': stranger,
    'another frame of the burst, shown to somebody asked': neighbor,
    'another picture': () => other,
  };
  const attacks = Object.values(ATTACKS);
  const rows: Row[] = [];
  for (let i = 0; i < INNOCENT_READINGS; i += 1) {
    const name = innocentKind(i);
    const leakOf = kinds[name];
    const apply = attacks[Math.floor(random() * attacks.length)] as Attack;
    const jpeg = leakOf(i);
    const size = await sharp(jpeg).metadata();
    const copy = { jpeg, width: size.width, height: size.height, random };
    rows.push(await ask(shown, `nobody asked: ${name}`, await attack(apply, copy), []));
  }
  return rows;
}

/** A leak that does not show the picture takes several times as long as one that does, so fewer of those are read. */
function innocentKind(reading: number) {
  if (reading % 24 === 0) return 'another picture';
  if (reading % 6 === 1) return 'another frame of the burst, shown to somebody asked';
  return reading % 2 === 0 ? 'unmarked' : 'shown to somebody not asked';
}

/** The next photo of a burst: nearly the same frame, a little nearer. */
async function anotherFrame(preview: Buffer, width: number, height: number): Promise<Buffer> {
  const [w, h] = [Math.round(width * 0.97), Math.round(height * 0.97)];
  const nearer = sharp(preview).extract({ left: 5, top: 3, width: w, height: h });
  const pixels = await nearer.png({ compressionLevel: 0 }).toBuffer();
  return sharp(pixels)
    .resize(width, height, { fit: 'fill' })
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer();
}

async function ask(shown: Shown, what: string, leak: Buffer, guilty: number[]): Promise<Row> {
  const before = process.cpuUsage();
  const reading = await readLeak(shown.reference, await openLeak(leak));
  const { user, system } = process.cpuUsage(before);
  const scoreOf = reading && openScores(weighTiles(reading, shown.code.biases));
  const totals = (codes: Uint8Array[]) =>
    codes.map((code) => {
      const tally = openTally(1);
      if (scoreOf) addGuess(tally, { picture: 0, weight: weightOfGuess(0), scores: scoreOf(code) });
      return totalOf(tally);
    });
  const all = totals(shown.codes);
  const strangers = shown.strangers.flatMap(totals);
  const innocent = [...all.filter((_, viewer) => !guilty.includes(viewer)), ...strangers];
  const { viewers } = shown;
  return {
    what,
    isRegistered: reading !== undefined,
    groups: 1 + shown.strangers.length,
    guilty: guilty.length,
    named: guilty.filter((viewer) => isNamed(all[viewer] as number, viewers)).length,
    wrong: innocent.filter((score) => isNamed(score, viewers)).length,
    scores: guilty.map((viewer) => all[viewer] as number),
    innocentMost: innocent.reduce((most, score) => Math.max(most, score), 0),
    ms: (user + system) / 1000,
  };
}

/** A search tries every picture three times: upright, sideways and as a negative. */
const TRIES = 3;

export function isNamed(score: number, viewers: number): boolean {
  return chanceOf(score, viewers * TRIES) < NAMING_CHANCE;
}

export type Row = {
  what: string;
  isRegistered: boolean;
  /** With how many groups of viewers the reading was compared. */
  groups: number;
  guilty: number;
  named: number;
  wrong: number;
  scores: number[];
  innocentMost: number;
  ms: number;
};

export function printTable(rows: Row[], viewers: number): void {
  console.log(
    `${rows.length} leaks read, and each reading compared with ${viewers} viewers at a time, ${sum(rows.map((row) => row.groups))} times in all; a chance of error below 0.000001 names a viewer\n`,
  );
  console.log(
    '| what was done | registered | named | score median | score least | innocent score most | wrongly named | ms of a processor |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [what, group] of Map.groupBy(rows, (row) => row.what)) {
    const scores = group.flatMap((row) => row.scores);
    const guilty = sum(group.map((row) => row.guilty));
    const cells = [
      what,
      `${group.filter((row) => row.isRegistered).length}/${group.length}`,
      guilty === 0 ? '-' : `${sum(group.map((row) => row.named))}/${guilty}`,
      scores.length === 0 ? '-' : percentile(scores, 0.5).toFixed(0),
      scores.length === 0 ? '-' : Math.min(...scores).toFixed(0),
      Math.max(...group.map((row) => row.innocentMost)).toFixed(1),
      sum(group.map((row) => row.wrong)),
      percentile(
        group.map((row) => row.ms),
        0.5,
      ).toFixed(0),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
