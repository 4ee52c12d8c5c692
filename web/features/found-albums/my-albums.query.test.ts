import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { addressOf } from '#web/lib/transport.ts';
import { FIRST_PAGE } from './my-albums.query.ts';

test('the first script asks for the albums that home begins with', () => {
  const address = addressOf(foundAlbumEndpoints.myAlbums, { query: { limit: FIRST_PAGE } });
  expect(readFileSync('web/public/first.js', 'utf8')).toContain(`'${address}'`);
});
