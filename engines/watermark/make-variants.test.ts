import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { readBaseline, UnmarkableJpegError } from './baseline-jpeg.ts';
import { bitOf, codeword } from './codeword.ts';
import { makeVariants } from './make-variants.ts';
import { decodeScan, writeTiles } from './scan.ts';
import {
  assemble,
  assembledLength,
  DamagedVariantsError,
  openVariants,
  packVariants,
  readPairHeader,
} from './variants.ts';

const SECRET = createSecretKey(Buffer.alloc(32, 7));
const IMAGE = 42;
const TILE_WIDTH = 64;

type Drawing = { width: number; height: number; seed: number; contrast: number };

/** Draws waves, hard edges and noise, so that all kinds of blocks occur. */
function draw({ width, height, seed, contrast }: Drawing): Buffer {
  const data = Buffer.alloc(width * height * 3);
  let state = seed >>> 0;
  for (let i = 0; i < data.length; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const x = Math.floor(i / 3) % width;
    const y = Math.floor(i / 3 / width);
    const wave = Math.sin((x + (i % 3) * 9) / 11) * Math.cos(y / (7 + (seed % 13)));
    const edge = (x >> 5) % 3 === (y >> 4) % 3 ? 90 : 0;
    data[i] = Math.max(0, Math.min(255, 128 + contrast * (wave * 60 + edge + (state >>> 24) / 6 - 20)));
  }
  return data;
}

const encode = ({ width, height, ...rest }: Drawing, options: JpegOptions = {}) =>
  sharp(draw({ width, height, ...rest }), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80, optimiseCoding: false, ...options })
    .toBuffer();

const decode = (jpeg: Buffer) => sharp(jpeg, { failOn: 'warning' }).raw().toBuffer();

const drawings = fc.record({
  width: fc.integer({ min: 16, max: 200 }),
  height: fc.integer({ min: 16, max: 120 }),
  seed: fc.nat(1_000_000),
  contrast: fc.constantFrom(0.05, 0.5, 1, 3),
});
const corners: [Drawing][] = [
  [{ width: 16, height: 16, seed: 1, contrast: 1 }],
  [{ width: 17, height: 33, seed: 2, contrast: 1 }],
  [{ width: 403, height: 49, seed: 3, contrast: 1 }],
];

describe('variants', () => {
  test('decodes to exactly the pixels of the JPEG if nothing is moved', async () => {
    await fc.assert(
      fc.asyncProperty(drawings, async (drawing) => {
        const jpeg = await encode(drawing);
        const picture = readBaseline(jpeg);
        const blocks = decodeScan(picture);
        const tiles = writeTiles(picture, blocks, new Int8Array(blocks.dc.length), 1);
        const head = openVariants(makeVariants(jpeg, SECRET, IMAGE, { keyId: 'k' })).head;
        const again = Buffer.concat([head, tiles.bytes]);
        expect((await decode(again)).equals(await decode(jpeg))).toBe(true);
      }),
      { numRuns: 12, examples: corners },
    );
  });

  test("gives each viewer exactly A's or B's pixels, tile by tile", async () => {
    await fc.assert(
      fc.asyncProperty(drawings, fc.string({ maxLength: 40 }), async (drawing, viewer) => {
        const variants = openVariants(makeVariants(await encode(drawing), SECRET, IMAGE, { keyId: 'k' }));
        const code = codeword(SECRET, IMAGE, viewer, variants.tiles);
        const copy = assemble(variants, code);
        expect(copy.length).toBe(assembledLength(variants, code));
        const [seen, a, b] = await Promise.all([
          decode(copy),
          decode(Buffer.concat([variants.head, variants.a])),
          decode(Buffer.concat([variants.head, variants.b])),
        ]);
        expect(differingBytes(drawing.width, code, seen, a, b)).toBe(0);
      }),
      { numRuns: 12, examples: corners.map(([drawing]): [Drawing, string] => [drawing, 'account:1']) },
    );
  });

  test('moves no brightness by more than two levels, and A and B differ', async () => {
    const drawing = { width: 640, height: 427, seed: 5, contrast: 1 };
    const jpeg = await encode(drawing);
    const variants = openVariants(makeVariants(jpeg, SECRET, IMAGE, { keyId: 'k' }));
    const [plain, a, b] = await Promise.all([
      decode(jpeg),
      decode(Buffer.concat([variants.head, variants.a])),
      decode(Buffer.concat([variants.head, variants.b])),
    ]);
    const farthest = (side: Buffer) =>
      side.reduce((most, v, i) => Math.max(most, Math.abs(v - (plain[i] as number))), 0);
    expect(farthest(a)).toBeLessThanOrEqual(2);
    expect(farthest(b)).toBeLessThanOrEqual(2);
    expect(a.filter((v, i) => v !== b[i]).length).toBeGreaterThan(a.length / 4);
  });

  test('depends on the secret and the picture alone', async () => {
    const jpeg = await encode({ width: 160, height: 64, seed: 6, contrast: 1 });
    const variants = makeVariants(jpeg, SECRET, IMAGE, { keyId: 'k' });
    expect(makeVariants(jpeg, SECRET.export(), IMAGE, { keyId: 'k' }).equals(variants)).toBe(true);
    expect(makeVariants(jpeg, SECRET, IMAGE + 1, { keyId: 'k' }).equals(variants)).toBe(false);
    expect(makeVariants(jpeg, Buffer.alloc(32, 8), IMAGE, { keyId: 'k' }).equals(variants)).toBe(false);
  });

  test('keeps the metadata segments and refuses a code that is too short', async () => {
    const plain = await encode({ width: 1600, height: 33, seed: 7, contrast: 1 });
    const jpeg = await sharp(plain)
      .withExif({ IFD0: { Copyright: 'Encore' } })
      .jpeg({ optimiseCoding: false })
      .toBuffer();
    const variants = openVariants(makeVariants(jpeg, SECRET, IMAGE, { keyId: 'k' }));
    expect(
      (await sharp(assemble(variants, codeword(SECRET, IMAGE, 'v', variants.tiles))).metadata()).exif,
    ).toBeDefined();
    expect(() => assemble(variants, new Uint8Array(1))).toThrow(RangeError);
  });
});

describe('a JPEG that cannot be marked', () => {
  const drawing = { width: 96, height: 64, seed: 9, contrast: 1 };
  const reasonOf = (jpeg: Buffer) => {
    try {
      makeVariants(jpeg, SECRET, IMAGE, { keyId: 'k' });
      return 'made';
    } catch (error) {
      return error instanceof UnmarkableJpegError ? error.reason : error;
    }
  };

  test.each([
    ['progressive', { progressive: true }, 'not_baseline'],
    ['4:4:4', { chromaSubsampling: '4:4:4' }, 'not_420'],
  ] as const)('is refused if it is %s', async (_, options, reason) => {
    expect(reasonOf(await encode(drawing, options))).toBe(reason);
  });

  test('is refused if it is gray, has 4:2:2, restart intervals or is no JPEG', async () => {
    const gray = await sharp(await encode(drawing))
      .toColourspace('b-w')
      .jpeg({ optimiseCoding: false })
      .toBuffer();
    expect(reasonOf(gray)).toBe('not_baseline');
    const jpeg = await encode(drawing);
    const wide = Buffer.from(jpeg);
    wide[wide.indexOf(Buffer.from([0x22, 0]))] = 0x21;
    expect(reasonOf(wide)).toBe('not_420');
    const variants = openVariants(makeVariants(jpeg, SECRET, IMAGE, { keyId: 'k' }));
    expect(reasonOf(Buffer.concat([variants.head, variants.a]))).toBe('has_restart_intervals');
    expect(reasonOf(await sharp(jpeg).png().toBuffer())).toBe('not_a_jpeg');
    expect(reasonOf(Buffer.alloc(0))).toBe('not_a_jpeg');
  });

  test('is refused if its optimized tables lack a code that a mark needs', async () => {
    const flat = await encode({ ...drawing, contrast: 0 }, { optimiseCoding: true });
    expect(reasonOf(flat)).toBe('code_missing');
    expect(reasonOf(await encode({ ...drawing, contrast: 0 }))).toBe('made');
  });

  test('is refused with a typed error wherever its bytes are damaged', async () => {
    const jpeg = await encode(drawing);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(jpeg.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
        fc.nat(jpeg.length),
        (changes, length) => {
          const damaged = Buffer.from(jpeg);
          for (const [at, byte] of changes) damaged[at] = byte;
          expect(typeof reasonOf(damaged.subarray(0, length))).toBe('string');
          expect(typeof reasonOf(damaged)).toBe('string');
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('stored variants', () => {
  const stored = encode({ width: 300, height: 100, seed: 11, contrast: 1 }).then((jpeg) =>
    makeVariants(jpeg, SECRET, IMAGE, { keyId: 'key-2027' }),
  );

  test('names its key and size in its first 92 bytes', async () => {
    const header = { keyId: 'key-2027', width: 300, height: 100, tileMcus: 4, tiles: 34 };
    expect(readPairHeader((await stored).subarray(0, 92))).toEqual(header);
    expect(openVariants(await stored)).toMatchObject(header);
  });

  test('refuses the id of a key that is too long', async () => {
    const { head, a, b, endsA, endsB, ...header } = openVariants(await stored);
    const parts = { ...header, head, a: { bytes: a, ends: endsA }, b: { bytes: b, ends: endsB } };
    expect(packVariants(parts).equals(await stored)).toBe(true);
    expect(() => packVariants({ ...parts, keyId: 'x'.repeat(65) })).toThrow(RangeError);
  });

  test('is opened whole or refused with a typed error, whatever happened to its bytes', async () => {
    const object = await stored;
    const { head, endsA } = openVariants(object);
    const headerBytes = object.length - openVariants(object).a.length - openVariants(object).b.length;
    expect(head.length + endsA.length * 4).toBeLessThan(headerBytes);
    fc.assert(
      fc.property(
        fc.nat(headerBytes - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.nat(object.length - 1),
        (at, change, length) => {
          const damaged = Buffer.from(object);
          damaged[at] = (damaged[at] as number) ^ change;
          expect(() => openVariants(damaged)).toThrow(DamagedVariantsError);
          expect(() => openVariants(object.subarray(0, length))).toThrow(DamagedVariantsError);
        },
      ),
      { numRuns: 200 },
    );
    expect(() => openVariants(Buffer.concat([object, Buffer.alloc(1)]))).toThrow(DamagedVariantsError);
  });
});

describe("a viewer's code", () => {
  test('differs between viewers and pictures in the tiles that their biases let differ', () => {
    const tiles = 1675;
    const code = codeword(SECRET, IMAGE, 'account:1', tiles);
    for (const other of [
      codeword(SECRET, IMAGE, 'account:2', tiles),
      codeword(SECRET, IMAGE + 1, 'account:1', tiles),
    ]) {
      let different = 0;
      for (let tile = 0; tile < tiles; tile += 1) different += bitOf(code, tile) ^ bitOf(other, tile);
      expect(different).toBeGreaterThan(tiles * 0.25);
      expect(different).toBeLessThan(tiles * 0.42);
    }
  });
});

function differingBytes(width: number, code: Uint8Array, seen: Buffer, a: Buffer, b: Buffer): number {
  const mcusPerRow = Math.ceil(width / 16);
  let count = 0;
  for (let i = 0; i < seen.length; i += 1) {
    const pixel = Math.floor(i / 3);
    const mcu = Math.floor(Math.floor(pixel / width) / 16) * mcusPerRow + Math.floor((pixel % width) / 16);
    const side = bitOf(code, Math.floor(mcu / (TILE_WIDTH / 16))) === 1 ? a : b;
    if (seen[i] !== side[i]) count += 1;
  }
  return count;
}
