// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { buildImage } from '#web/testing/demo-albums.ts';
import { expiryOf, keepPass, readPass } from './view-pass.ts';

const NOW = Date.parse('2026-10-24T20:00:00Z');
const MINUTE_MS = 60_000;
const pass = { images: [buildImage(1)], token: 'abc.7.p.mac', expiresAt: NOW + 30 * MINUTE_MS };

test('a pass is kept for the tab, for its user and album alone, until it ends', () => {
  keepPass(7, 3, pass);
  expect(readPass(7, 3, NOW)).toEqual(pass);
  expect(readPass(8, 3, NOW)).toBeUndefined();
  expect(readPass(7, 4, NOW)).toBeUndefined();
  expect(readPass(7, 3, pass.expiresAt - 1)).toEqual(pass);
  expect(readPass(7, 3, pass.expiresAt)).toBeUndefined();
});

test('the end is read from the token', () => {
  const inTenMinutes = NOW + 10 * MINUTE_MS;
  const life = [NOW, inTenMinutes].map((moment) => (moment / 1000).toString(36)).join('-');
  expect(expiryOf(`${life}.7.p.mac`, NOW)).toBe(inTenMinutes);
});

test.each(['', 'not a token', '1-zzzzzzzzzz.7.p.mac', '1-1.7.p.mac', '1.7.p.mac'])(
  'a token that does not say (%j) lasts half an hour',
  (token) => {
    expect(expiryOf(token, NOW)).toBe(NOW + 30 * MINUTE_MS);
  },
);

test('something else in the storage is no pass', () => {
  sessionStorage.setItem('ALBUM_VIEW:7:3', '{broken');
  expect(readPass(7, 3, NOW)).toBeUndefined();
});
