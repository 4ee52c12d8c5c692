/// <reference lib="dom" />
// Checks that Chromium decodes marked copies to exactly the pixels they stand for.
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { readBaseline } from '#engines/watermark/baseline-jpeg.ts';
import { bitOf, codeword } from '#engines/watermark/codeword.ts';
import { makeVariants } from '#engines/watermark/make-variants.ts';
import { decodeScan, writeTiles } from '#engines/watermark/scan.ts';
import { assemble, openVariants } from '#engines/watermark/variants.ts';

const SIZES = [
  [1600, 1067],
  [803, 1197],
  [1201, 799],
  [17, 33],
  [16, 16],
] as const;
const SECRET = Buffer.alloc(32, 1);

/** Prints one line per size and fails if any pixel differs. */
export async function checkBrowser(picture: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
  const page = await browser.newPage();
  const decode = async (jpeg: Buffer): Promise<Buffer> => {
    const text = await page.evaluate(async (base64) => {
      const blob = await (await fetch(`data:image/jpeg;base64,${base64}`)).blob();
      const bitmap = await createImageBitmap(blob);
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const bytes = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      let binary = '';
      for (let i = 0; i < bytes.length; i += 8192) {
        binary += String.fromCharCode(...bytes.slice(i, i + 8192));
      }
      return btoa(binary);
    }, jpeg.toString('base64'));
    return Buffer.from(text, 'base64');
  };
  for (const [width, height] of SIZES) {
    const jpeg = await sharp(picture)
      .resize(width, height, { fit: 'fill' })
      .jpeg({ quality: 80, optimiseCoding: false })
      .toBuffer();
    const pair = openVariants(makeVariants(jpeg, SECRET, 1, { keyId: 'bench' }));
    const baseline = readBaseline(jpeg);
    const blocks = decodeScan(baseline);
    const unmarked = writeTiles(baseline, blocks, new Int8Array(blocks.dc.length), 1).bytes;
    const isSame = (await decode(Buffer.concat([pair.head, unmarked]))).equals(await decode(jpeg));
    const code = codeword(SECRET, 1, 'account:1', pair.tiles);
    const [seen, a, b] = [
      await decode(assemble(pair, code)),
      await decode(Buffer.concat([pair.head, pair.a])),
      await decode(Buffer.concat([pair.head, pair.b])),
    ];
    const wrong = seen.filter((value, i) => {
      const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)];
      const mcu = (y >> 4) * Math.ceil(width / 16) + (x >> 4);
      return value !== (bitOf(code, Math.floor(mcu / pair.tileMcus)) === 1 ? a : b)[i];
    }).length;
    const bySharp = await sharp(assemble(pair, code)).ensureAlpha().raw().toBuffer();
    const others = seen.filter((value, i) => value !== bySharp[i]).length;
    console.log(
      `${width} x ${height}: unmarked ${isSame ? 'the same' : 'DIFFERENT'}, ${wrong} wrong bytes in the copy, ${others} other than in sharp`,
    );
    if (!isSame || wrong > 0 || others > 0) process.exitCode = 1;
  }
  await browser.close();
}
