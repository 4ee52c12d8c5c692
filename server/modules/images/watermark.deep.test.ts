import { describe, expect, test } from 'vitest';
import { siteSettings } from '#contract/endpoints/settings.ts';
import { burnWatermark, DELIVERED_MARK, drawArtwork, type Mark, type Pixels } from './watermark.ts';

const LANDSCAPE = { width: 1600, height: 1067 };

async function markPlain(gray: number, change: Partial<Mark> = {}, size = LANDSCAPE): Promise<Pixels> {
  const pixels = { data: Buffer.alloc(size.width * size.height * 3, gray), ...size };
  await burnWatermark(pixels, { ...DELIVERED_MARK, ...change });
  return pixels;
}

/** How far a plain picture is from what it was, in steps of 255 a byte. */
async function changeOn(gray: number, change: Partial<Mark> = {}, size = LANDSCAPE): Promise<number> {
  const { data } = await markPlain(gray, change, size);
  let sum = 0;
  for (const value of data) sum += Math.abs(value - gray);
  return sum / data.length;
}

/** Rows from the first that is marked to the next that is not: as high as the mark is. */
async function markHeight(change: Partial<Mark>): Promise<number> {
  const { data, width, height } = await markPlain(0, change);
  const isMarked = (y: number) =>
    data.subarray(y * width * 3, (y + 1) * width * 3).some((value) => value > 0);
  let top = 0;
  while (top < height && !isMarked(top)) top += 1;
  let bottom = top;
  while (bottom < height && isMarked(bottom)) bottom += 1;
  return bottom - top;
}

const BLACK = 0;
const GRAY = 128;
const WHITE = 255;

describe('the mark', () => {
  test.each([
    [BLACK, 2.552],
    [GRAY, 1.328],
    [WHITE, 1.04],
  ])('as delivered covers pictures of %i as it always did', async (gray, expected) => {
    const change = await changeOn(gray);
    expect(change).toBeGreaterThan(expected * 0.98);
    expect(change).toBeLessThan(expected * 1.02);
  });

  test('has the words of the setting, and of no other', async () => {
    const one = await markPlain(GRAY);
    const other = await markPlain(GRAY, { text: 'northshore 2026' });
    const same = await markPlain(GRAY, { text: 'northshore 2026' });
    let far = 0;
    for (const [index, value] of one.data.entries()) {
      if (Math.abs(value - (other.data[index] ?? 0)) > 8) far += 1;
    }
    expect(far / one.data.length).toBeGreaterThan(0.01);
    expect(same.data.equals(other.data)).toBe(true);
  });

  test('is the fainter the lower its opacity, and is seen on light and dark at the lowest', async () => {
    for (const gray of [BLACK, GRAY, WHITE]) {
      const [least, usual, most] = [
        await changeOn(gray, { opacityPercent: 15 }),
        await changeOn(gray),
        await changeOn(gray, { opacityPercent: 80 }),
      ];
      expect(least, `${gray}`).toBeLessThan(usual * 0.5);
      expect(usual, `${gray}`).toBeLessThan(most);
    }
    const onBlack = await markPlain(BLACK, { opacityPercent: 15 });
    const onWhite = await markPlain(WHITE, { opacityPercent: 15 });
    expect(onBlack.data.some((value) => value > 30)).toBe(true);
    expect(onWhite.data.some((value) => value < 245)).toBe(true);
  });

  test('is twice as high at twice the size', async () => {
    const [half, usual, double] = [
      await markHeight({ sizePercent: 50 }),
      await markHeight({}),
      await markHeight({ sizePercent: 200 }),
    ];
    expect(usual / half).toBeCloseTo(2, 0);
    expect(double / usual).toBeCloseTo(2, 0);
  });

  test.each([
    { width: 1600, height: 900 },
    { width: 900, height: 1600 },
    { width: 1600, height: 400 },
    { width: 400, height: 1600 },
    { width: 400, height: 267 },
  ])('of the longest text in the largest size is still on a picture of %j', async (size) => {
    const change = { text: 'W'.repeat(24), sizePercent: 200 };
    expect(await changeOn(BLACK, change, size)).toBeGreaterThan(0.8);
  });

  test('lies as far from the next one whatever its length', async () => {
    const room = async (text: string) => {
      const { width, textWidth } = await drawArtwork({ ...DELIVERED_MARK, text });
      return width - textWidth;
    };
    expect(Math.abs((await room('abc')) - (await room('A rather long watermark.')))).toBeLessThan(1);
  });
});

describe('the text of the mark', () => {
  const schema = siteSettings.shape.watermark_text;
  const everyCharacter = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));

  test('may have every character the font knows of those that are allowed', async () => {
    const allowed = everyCharacter.filter((character) => schema.safeParse(`abc${character}d`).success);
    expect(allowed.length).toBeGreaterThan(240);
    for (const character of allowed) {
      await expect(drawArtwork({ ...DELIVERED_MARK, text: character }), character).resolves.toBeDefined();
    }
  });

  test.each([
    '',
    '  ',
    '...',
    'ab',
    '-- a --',
    'a'.repeat(25),
    '<b>bold</b>',
    'Привет',
    '写真写真',
    'abc\nd',
  ])('is refused as "%s"', (text) => {
    expect(schema.safeParse(text).success).toBe(false);
  });

  test.each(['Encore', 'Żółć & Söhne', "Parent's preview!", '© 2026 (proof)'])('may be "%s"', (text) => {
    expect(schema.safeParse(text).success).toBe(true);
  });
});
