import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createJwtKeys } from './jwt.ts';
import { createKeyRing, hashWithKeys, isSignature, listSessionKeys, signText } from './key-ring.ts';
import { isSealedByNewest, openSealedText, sealText } from './seal.ts';

const emptyFolder = () => mkdtempSync(join(tmpdir(), 'encore-keys-'));
const secretOf = (id: string) => id.repeat(32);

function configOf({
  ids = [] as string[],
  jwtSecret = undefined as string | undefined,
  dataDir = emptyFolder(),
}) {
  return { keys: ids.map((id) => ({ secret: secretOf(id) })), jwtSecret, dataDir };
}
const ringOf = (change: Parameters<typeof configOf>[0], purpose = 'test') =>
  createKeyRing(configOf(change), 'test-secret', purpose);

test('the newest key seals, and every listed key opens what it sealed', () => {
  const sealed = sealText(ringOf({ ids: ['a'] }), 'words', 'note');
  const rotated = ringOf({ ids: ['b', 'a'] });
  expect(openSealedText(rotated, sealed, 'note')).toBe('words');
  expect(isSealedByNewest(rotated, sealed, 'note')).toBe(false);
  expect(openSealedText(rotated, sealed, 'other note')).toBeUndefined();
  const renewed = sealText(rotated, 'words', 'note');
  expect(isSealedByNewest(rotated, renewed, 'note')).toBe(true);
  expect(openSealedText(ringOf({ ids: ['b'] }), renewed, 'note')).toBe('words');
  expect(openSealedText(ringOf({ ids: ['b'] }), sealed, 'note')).toBeUndefined();
  expect(openSealedText(rotated, Buffer.alloc(5), 'note')).toBeUndefined();
});

test('signatures and hashes of an older key are known until it is no longer listed', () => {
  const old = ringOf({ ids: ['a'] });
  const rotated = ringOf({ ids: ['b', 'a'] });
  const signature = signText(old, 'text', 22);
  expect(isSignature(rotated, 'text', signature, 22)).toBe(true);
  expect(isSignature(rotated, 'text', signature.slice(0, 10), 22)).toBe(false);
  expect(isSignature(rotated, 'texts', signature, 22)).toBe(false);
  expect(isSignature(ringOf({ ids: ['b'] }), 'text', signature, 22)).toBe(false);
  expect(hashWithKeys(rotated, 'x')[1]).toEqual(hashWithKeys(old, 'x')[0]);
});

test('purposes have keys of their own', () => {
  const signature = signText(ringOf({ ids: ['a'] }, 'one'), 'text');
  expect(isSignature(ringOf({ ids: ['a'] }, 'two'), 'text', signature)).toBe(false);
});

test('a site that had JWT_SECRET, or files, moves to KEYS and loses nothing', () => {
  const jwtSecret = secretOf('j');
  const byJwtSecret = sealText(ringOf({ jwtSecret }), 'words', 'note');
  expect(openSealedText(ringOf({ ids: ['a'], jwtSecret }), byJwtSecret, 'note')).toBe('words');
  const dataDir = emptyFolder();
  const byFile = sealText(ringOf({ dataDir }), 'words', 'note');
  expect(openSealedText(ringOf({ ids: ['a'], dataDir }), byFile, 'note')).toBe('words');
  expect(isSealedByNewest(ringOf({ ids: ['a'], dataDir }), byFile, 'note')).toBe(false);
});

test('sessions outlive a rotation, and end when their key is no longer listed', () => {
  const claims = { sub: '1', sid: 's' };
  const sessionsOf = (change: Parameters<typeof configOf>[0]) =>
    createJwtKeys(listSessionKeys(configOf(change)));
  const jwtSecret = secretOf('j');
  for (const [before, after, without] of [
    [{ ids: ['a'] }, { ids: ['b', 'a'] }, { ids: ['b'] }],
    [{ jwtSecret }, { ids: ['a'], jwtSecret }, { ids: ['a'] }],
  ]) {
    const token = sessionsOf(before ?? {}).sign(claims);
    expect(sessionsOf(after ?? {}).verify(token)).toMatchObject(claims);
    expect(() => sessionsOf(without ?? {}).verify(token)).toThrow();
  }
});

test('with KEYS no secret is written to the data folder', () => {
  const dataDir = emptyFolder();
  ringOf({ ids: ['a'], dataDir });
  listSessionKeys(configOf({ ids: ['a'], dataDir }));
  expect(readdirSync(dataDir)).toEqual([]);
});
