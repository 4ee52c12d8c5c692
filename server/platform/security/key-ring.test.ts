import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decryptText, encryptText, isEncryptedByNewest } from './encrypt.ts';
import { createJwtKeys } from './jwt.ts';
import { createKeyRing, hashWithKeys, isSignature, listSessionKeys, signText } from './key-ring.ts';

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

test('the newest key encrypts, and every listed key opens what it encrypted', () => {
  const encrypted = encryptText(ringOf({ ids: ['a'] }), 'words', 'note');
  const rotated = ringOf({ ids: ['b', 'a'] });
  expect(decryptText(rotated, encrypted, 'note')).toBe('words');
  expect(isEncryptedByNewest(rotated, encrypted, 'note')).toBe(false);
  expect(decryptText(rotated, encrypted, 'other note')).toBeUndefined();
  const renewed = encryptText(rotated, 'words', 'note');
  expect(isEncryptedByNewest(rotated, renewed, 'note')).toBe(true);
  expect(decryptText(ringOf({ ids: ['b'] }), renewed, 'note')).toBe('words');
  expect(decryptText(ringOf({ ids: ['b'] }), encrypted, 'note')).toBeUndefined();
  expect(decryptText(rotated, Buffer.alloc(5), 'note')).toBeUndefined();
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
  const byJwtSecret = encryptText(ringOf({ jwtSecret }), 'words', 'note');
  expect(decryptText(ringOf({ ids: ['a'], jwtSecret }), byJwtSecret, 'note')).toBe('words');
  const dataDir = emptyFolder();
  const byFile = encryptText(ringOf({ dataDir }), 'words', 'note');
  expect(decryptText(ringOf({ ids: ['a'], dataDir }), byFile, 'note')).toBe('words');
  expect(isEncryptedByNewest(ringOf({ ids: ['a'], dataDir }), byFile, 'note')).toBe(false);
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
