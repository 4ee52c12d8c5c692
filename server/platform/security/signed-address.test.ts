import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { readAddress, signAddress } from './signed-address.ts';

const PICTURE = { purpose: 'picture', stepSeconds: 600 };
const signerAt = (seconds: number, secret = 'secret') => ({
  imageKeys: [createSecretKey(Buffer.from(secret))] as const,
  clock: { now: () => new Date(seconds * 1000) },
});

test('an address works for one to two steps', () => {
  const token = signAddress(signerAt(1_200_300), PICTURE, 42);
  expect(readAddress(signerAt(1_200_300), PICTURE, token)).toBe(42);
  expect(readAddress(signerAt(1_200_300 + 600), PICTURE, token)).toBe(42);
  expect(readAddress(signerAt(1_200_300 + 1200), PICTURE, token)).toBeUndefined();
});

test('an address stays the same within a step, so that browsers can cache it', () => {
  const tokens = [1_200_001, 1_200_599].map((now) => signAddress(signerAt(now), PICTURE, 42));
  expect(tokens[0]).toBe(tokens[1]);
});

test('an address with another purpose, another key or a changed character is refused', () => {
  const signer = signerAt(1_200_300);
  const token = signAddress(signer, PICTURE, 42);
  expect(readAddress(signer, { ...PICTURE, purpose: 'message' }, token)).toBeUndefined();
  expect(readAddress(signerAt(1_200_300, 'other'), PICTURE, token)).toBeUndefined();
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
    expect(readAddress(signer, PICTURE, changed), changed).toBeUndefined();
  }
  for (const odd of ['', '.', '..', `${token}.x`, token.slice(0, -1)]) {
    expect(readAddress(signer, PICTURE, odd)).toBeUndefined();
  }
});
