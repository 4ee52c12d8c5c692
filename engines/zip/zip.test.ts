import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { albumFolderName, photoName } from '#server/modules/downloads/plan-zip.ts';
import { readZipBuffer, readZipDirectory } from '#server/testing/zip-directory.ts';
import { layOutZip, readZip, type ZipEntry, type ZipLayout } from './zip.ts';

type File = { name: string; content: Buffer; wallClock: string };

const entryOf = ({ name, content, wallClock }: File): ZipEntry => ({
  name,
  wallClock,
  sizeBytes: content.length,
  crc32: crc32(content),
});

async function readRange(layout: ZipLayout, files: File[], start: number, endExclusive: number) {
  let opened = 0;
  const reader = readZip(layout, { start, endExclusive }, async (entry, from) => {
    const content = files[entry]?.content ?? Buffer.alloc(0);
    let position = from;
    opened += 1;
    return {
      sizeBytes: content.length,
      async read(target) {
        position += content.copy(target, 0, position, position + target.length);
      },
      async close() {
        opened -= 1;
      },
    };
  });
  const pieces: Buffer[] = [];
  for (let left = endExclusive - start; left > 0; ) {
    const piece = Buffer.alloc(Math.min(left, 61));
    await reader.fill(piece);
    pieces.push(piece);
    left -= piece.length;
  }
  await reader.close();
  expect(opened).toBe(0);
  return Buffer.concat(pieces);
}

const WALL_CLOCK = '2026-11-14 18:05:30';
const files = fc.array(
  fc.record({
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    content: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    wallClock: fc.constantFrom(WALL_CLOCK, '1979-12-31 23:59:58', '2107-01-02 03:04:06'),
  }),
  { maxLength: 8 },
);

describe('a zip', () => {
  test('holds its files, whatever they are called and however long they are', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (some) => {
        const layout = layOutZip(some.map(entryOf));
        const whole = await readRange(layout, some, 0, layout.sizeBytes);
        const found = readZipBuffer(whole);
        expect(found.map(({ name, content }) => ({ name, content }))).toEqual(
          some.map(({ name, content }) => ({ name, content })),
        );
        for (const entry of found) {
          expect(entry).toMatchObject({ isUtf8: true, method: 0, crc32: crc32(entry.content) });
        }
      }),
    );
  });

  test('gives any range as the slice of the whole', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.nat(), fc.nat(), async (some, first, second) => {
        const layout = layOutZip(some.map(entryOf));
        const whole = await readRange(layout, some, 0, layout.sizeBytes);
        const [start = 0, end = 0] = [first % (whole.length + 1), second % (whole.length + 1)].sort(
          (a, b) => a - b,
        );
        expect((await readRange(layout, some, start, end)).equals(whole.subarray(start, end))).toBe(true);
      }),
    );
  });

  test('has another etag as soon as a name, a size, a checksum or a time differs', () => {
    const entry: ZipEntry = { name: 'a', sizeBytes: 3, crc32: 7, wallClock: WALL_CLOCK };
    const changes: Partial<ZipEntry>[] = [
      {},
      { name: 'b' },
      { sizeBytes: 4 },
      { crc32: 8 },
      { wallClock: '2026-11-14 18:05:32' },
    ];
    const etags = changes.map((change) => layOutZip([{ ...entry, ...change }]).etag);
    expect(new Set(etags).size).toBe(changes.length);
    expect(layOutZip([entry]).etag).toBe(etags[0]);
  });

  test('keeps the time of the wall clock, to two seconds', () => {
    const times = ['2026-11-14 18:05:31', '1979-05-05 10:00:00', '2200-01-02 03:04:05'];
    const layout = layOutZip(
      times.map((wallClock, index) => ({ name: String(index), sizeBytes: 0, crc32: 0, wallClock })),
    );
    const [near, early, late] = readVirtual(layout);
    expect(near?.date).toBe('2026-11-14 18:05:30');
    expect(early?.date).toMatch(/^1980-05-05/);
    expect(late?.date).toMatch(/^2107-01-02/);
  });

  test('past 4 GB and past 65,535 files is written in the large form', () => {
    const GB = 1024 ** 3;
    const large = layOutZip([
      { name: 'first', sizeBytes: 3 * GB, crc32: 1, wallClock: WALL_CLOCK },
      { name: 'huge', sizeBytes: 5 * GB, crc32: 2, wallClock: WALL_CLOCK },
      { name: 'last', sizeBytes: 10, crc32: 3, wallClock: WALL_CLOCK },
    ]);
    expect(large.sizeBytes).toBeGreaterThan(8 * GB);
    expect(readVirtual(large)).toMatchObject([
      { name: 'first', sizeBytes: 3 * GB, crc32: 1 },
      { name: 'huge', sizeBytes: 5 * GB, crc32: 2 },
      { name: 'last', sizeBytes: 10, crc32: 3 },
    ]);
    const many = layOutZip(
      Array.from({ length: 70_000 }, (_, index) => ({
        name: `photo ${index}`,
        sizeBytes: 1,
        crc32: index,
        wallClock: WALL_CLOCK,
      })),
    );
    const listed = readVirtual(many);
    expect(listed).toHaveLength(70_000);
    expect(listed.at(-1)).toMatchObject({ name: 'photo 69999', crc32: 69_999 });
  });

  test.skipIf(!existsSync('/usr/bin/unzip'))(
    'passes the test of unzip (skipped where it is absent)',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'encore-zip-'));
      const some: File[] = Array.from({ length: 30 }, (_, index) => ({
        name: `042 Größe/${photoName(index + 1, 'IMG ü.JPG', 'jpg')}`,
        content: randomBytes(index * 1000),
        wallClock: WALL_CLOCK,
      }));
      const layout = layOutZip(some.map(entryOf));
      const path = join(folder, 'album.zip');
      writeFileSync(path, await readRange(layout, some, 0, layout.sizeBytes));
      expect(execFileSync('/usr/bin/unzip', ['-t', path]).toString()).toContain('No errors detected');
      rmSync(folder, { recursive: true });
    },
  );
});

/** Reads the directory of a zip whose files need not exist. */
function readVirtual({ segments, sizeBytes }: ZipLayout) {
  const byStart = new Map(segments.map((segment) => [segment.start, segment]));
  const ending = segments.at(-1);
  return readZipDirectory(sizeBytes, (start, length) => {
    const found = ending && start >= ending.start ? ending : byStart.get(start);
    if (!found || !('bytes' in found)) throw new Error(`no header at ${start}`);
    return found.bytes.subarray(start - found.start, start - found.start + length);
  });
}

describe('names in a zip', () => {
  test.each([
    [{ performanceOrder: 42, programName: 'Northshore', teamName: 'Royals' }, '042 Northshore Royals'],
    [{ performanceOrder: 1234, programName: '', teamName: 'Solo' }, '1234 Solo'],
    [{ performanceOrder: 7, programName: 'A/B: "C"', teamName: '<D>?*|\\.' }, '007 A_B_ _C_ _D_____'],
    [{ performanceOrder: 0, programName: '..', teamName: '...' }, '000'],
  ])('the folder of %j', (album, name) => {
    expect(albumFolderName(album)).toBe(name);
  });

  test.each([
    [1, 'IMG_1234.JPG', '0001 IMG_1234.jpg'],
    [12_345, 'a.b.jpeg', '12345 a.b.jpg'],
    [2, '..\\..\\etc/passwd', '0002 .._.._etc_passwd.jpg'],
    [3, '.jpg', '0003.jpg'],
    [4, 'tab\tand\u0000nul. .png', '0004 tab_and_nul.jpg'],
    [5, `${'é'.repeat(200)}.jpg`, `0005 ${'é'.repeat(80)}.jpg`],
  ])('photo %i "%s" becomes "%s"', (position, fileName, name) => {
    expect(photoName(position, fileName, 'jpg')).toBe(name);
  });
});
