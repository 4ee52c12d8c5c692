import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { readAddress, signAddress } from './signed-address.ts';

const PICTURE = { purpose: 'picture', stepSeconds: 600 };
const worldAt = (seconds: number, secret = 'secret') => ({
  imageKeys: createSecretKey(Buffer.from(secret)),
  clock: { now: () => new Date(seconds * 1000) },
});

test('an address opens what it was made for, for one to two steps', () => {
  const token = signAddress(worldAt(1_200_300), PICTURE, 42);
  expect(readAddress(worldAt(1_200_300), PICTURE, token)).toBe(42);
  expect(readAddress(worldAt(1_200_300 + 600), PICTURE, token)).toBe(42);
  expect(readAddress(worldAt(1_200_300 + 1200), PICTURE, token)).toBeUndefined();
});

test('an address stays the same within a step, so that a page keeps its picture', () => {
  const tokens = [1_200_001, 1_200_599].map((now) => signAddress(worldAt(now), PICTURE, 42));
  expect(tokens[0]).toBe(tokens[1]);
});

test('an address for another purpose, of another key, or changed in any letter opens nothing', () => {
  const world = worldAt(1_200_300);
  const token = signAddress(world, PICTURE, 42);
  expect(readAddress(world, { ...PICTURE, purpose: 'message' }, token)).toBeUndefined();
  expect(readAddress(worldAt(1_200_300, 'other'), PICTURE, token)).toBeUndefined();
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
    expect(readAddress(world, PICTURE, changed), changed).toBeUndefined();
  }
  for (const odd of ['', '.', '..', `${token}.x`, token.slice(0, -1)]) {
    expect(readAddress(world, PICTURE, odd)).toBeUndefined();
  }
});
