import { expect, test } from 'vitest';
import { type CulledImage, differentBits, findSuggestions } from './suggestions.rules.ts';

const ZERO = '0000000000000000';
const frame = (id: number, ms: number, fields: Partial<CulledImage> = {}): CulledImage => ({
  id,
  capturedAtMs: ms,
  cameraSerial: 'A',
  perceptualHash: ZERO,
  sharpness: id,
  ...fields,
});

test('frames of one camera within a second of each other are a burst, with the sharpest on top', () => {
  const { bursts } = findSuggestions([
    frame(1, 0, { sharpness: 9 }),
    frame(2, 900),
    frame(3, 1_800),
    frame(4, 2_900),
    frame(5, 950, { cameraSerial: 'B' }),
    frame(6, 960, { cameraSerial: null }),
  ]);
  expect([...bursts]).toEqual([
    [1, { group: 1, size: 3, isBest: true }],
    [2, { group: 1, size: 3, isBest: false }],
    [3, { group: 1, size: 3, isBest: false }],
  ]);
});

test('frames that look alike within ten seconds are grouped across cameras, and others are not', () => {
  const { alike } = findSuggestions([
    frame(1, 0),
    frame(2, 4_000, { cameraSerial: 'B', perceptualHash: '00000000000003ff' }),
    frame(3, 5_000, { perceptualHash: 'ffffffff00000000' }),
    frame(4, 10_500),
    frame(5, 6_000, { perceptualHash: null }),
    { ...frame(6, 0), capturedAtMs: null },
  ]);
  expect([...alike.keys()]).toEqual([1, 2]);
  expect(alike.get(2)).toEqual({ group: 1, size: 2, isBest: true });
});

test('one bit more than the limit is another picture', () => {
  expect(differentBits(ZERO, '00000000000007ff')).toBe(11);
  const { alike } = findSuggestions([frame(1, 0), frame(2, 10, { perceptualHash: '00000000000007ff' })]);
  expect(alike.size).toBe(0);
});
