import { describe, expect, test } from 'vitest';
import { loginSearch, tabSearch, typedSearch, viewerSearch } from './search-params.ts';

describe('the address of a page', () => {
  test.each([
    ['a text', { q: 'comets' }, { q: 'comets' }],
    ['a number as text', { q: 12 }, { q: '12' }],
    ['a text that is too long', { q: 'x'.repeat(255) }, { q: undefined }],
    ['a page', { page: '3' }, { page: 3 }],
    ['the first page, which has no number', { page: '1' }, { page: undefined }],
    ['a page that is no number', { page: 'two' }, { page: undefined }],
    ['half a page', { page: '2.5' }, { page: undefined }],
    ['a page beyond all pages', { page: '100001' }, { page: undefined }],
    ['an empty number', { page: '' }, { page: undefined }],
    ['what the page does not know', { other: 'x' }, {}],
  ])('with %s', (_, given, read) => {
    expect(typedSearch.parse(given)).toEqual(read);
  });

  test.each([
    [
      { photo: '7', as: 'customer', facial: 'true' },
      { photo: 7, as: 'customer', facial: 'true' },
    ],
    [
      { photo: '-7', as: 'staff', facial: 'yes' },
      { photo: undefined, as: undefined, facial: undefined },
    ],
    [{ photo: '1000000000000000' }, { photo: undefined }],
  ])('%j of a viewer is read as %j', (given, read) => {
    expect(viewerSearch.parse(given)).toEqual(read);
  });

  test('a photo that is not named is not there, so that no photo opens', () => {
    expect('photo' in viewerSearch.parse({})).toBe(false);
  });

  test('a shape that extends another reads the parameters of both', () => {
    expect(tabSearch.parse({ q: 'a', page: '2', tab: 'cards' })).toEqual({ q: 'a', page: 2, tab: 'cards' });
    expect(loginSearch.parse({ restore: 'x'.repeat(801) })).toEqual({ restore: undefined });
  });
});
