// @vitest-environment jsdom

import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AlbumOnly, CoverImage } from '#contract/entities/album.ts';
import type { UserAlbumState } from '#contract/entities/found-album.ts';
import { AlbumCover } from '#web/components/album-cover.tsx';
import { runFirstScript } from '#web/testing/run-first-script.ts';
import { findNewest, listAlbums } from './album-list.ts';

const UUID = '3f0c1f0e-8d1c-4f6e-9c1b-0a1b2c3d4e5f';
const photo = (id: number, more: Partial<CoverImage> = {}): CoverImage => ({
  id,
  width: 3000,
  height: 2000,
  placeholder: null,
  captured_at: null,
  ...more,
});
const UPRIGHT = photo(2, { width: 600, height: 900 });
const FOCUSED = photo(3, { focus: { x: 20, y: 40 } });
const UNKNOWN = photo(4, { width: 0, height: 0 });

const album = (cover: CoverImage[], id = 12) =>
  ({ id, uuid: UUID, cover, cover_auth: 'a.b/c+d.w', performance_order: 7, images_count: 20 }) as AlbumOnly;

const factsOf = (box: Element | null | undefined) =>
  [...(box?.querySelectorAll('img') ?? [])].map((image) => ({
    box: image.parentElement?.className,
    row: image.parentElement?.parentElement?.className,
    ...Object.fromEntries([...image.attributes].map(({ name, value }) => [name, value])),
  }));

function open(path: string, answer: unknown, token?: string): void {
  vi.stubGlobal('fetch', async (address: string) => ({
    ok: address.includes('/me') || !token,
    clone: () => ({ json: async () => answer }),
  }));
  window.history.replaceState(null, '', path);
  if (token) localStorage.setItem('ACCESS_TOKEN', token);
  runFirstScript();
}

const preloads = () =>
  [...document.head.querySelectorAll('link[rel="preload"]')].map((link) => ({
    src: link.getAttribute('href'),
    srcset: link.getAttribute('imagesrcset'),
    sizes: link.getAttribute('imagesizes'),
  }));

afterEach(() => {
  document.body.replaceChildren();
  document.head.replaceChildren();
  delete document.documentElement.dataset.first;
  delete document.documentElement.dataset.firstData;
  delete document.documentElement.dataset.firstHidden;
  delete document.documentElement.dataset.firstKnown;
  delete window.firstUse;
  localStorage.clear();
  vi.unstubAllGlobals();
});

test.each([
  ['one photo', [photo(1)]],
  ['an upright photo and one whose faces are known', [UPRIGHT, FOCUSED]],
  ['three photos, one of unknown size', [photo(1), UPRIGHT, UNKNOWN]],
])('a shared album shows its cover of %s before the site is there, as the site does', async (_, cover) => {
  const { container, unmount } = render(<AlbumCover album={album(cover)} isEager />);
  const expected = factsOf(container);
  const look = container.querySelector<HTMLElement>('[data-cover]')?.dataset.cover;
  unmount();
  expect(expected).toHaveLength(cover.length);
  const { dataset } = document.documentElement;
  Object.assign(dataset, { first: `/view-album/${UUID}`, firstData: `/api/albums/uuid/${UUID}` });
  const empty = render(<AlbumCover album={album([])} />).container.innerHTML;
  document.body.innerHTML = `<div id="first">${empty}</div>`;
  open(`/view-album/${UUID}`, album(cover));
  const first = () => document.querySelector('#first');
  await vi.waitFor(() => expect(first()?.querySelectorAll('img')).toHaveLength(cover.length));
  expect(factsOf(first())).toEqual(expected);
  expect(look).toBe(document.querySelector<HTMLElement>('[data-cover]')?.dataset.cover);
});

const found = (one: AlbumOnly, more: object = {}) => ({
  album: one,
  found_at: '2026-11-01T10:00:00Z',
  user_album_views: [],
  ...more,
});

test.each([
  ['/user-album/12', '560px'],
  ['/events/3/album/12', '560px'],
  [`/purchaseAlbum/${UUID}`, 'min(680px, 60vw)'],
])('the cover of %s is on its way before the site is there', async (path, deskWidth) => {
  const one = album([photo(1), UPRIGHT]);
  const { container, unmount } = render(<AlbumCover album={one} isEager deskWidth={deskWidth} />);
  const expected = factsOf(container).map((image) => {
    const { src, srcset, sizes } = image as Record<string, string>;
    return { src, srcset, sizes };
  });
  unmount();
  open(
    path,
    { found: [found({ ...album([photo(9)], 13), uuid: 'another' }), found(one)], owned: [] },
    'token-1',
  );
  await vi.waitFor(() => expect(preloads()).toHaveLength(2));
  expect(preloads()).toEqual(expected);
});

test('home asks for the photo of the album that was found last', async () => {
  const later = found(album([photo(5), UPRIGHT], 14), { found_at: '2026-11-02T10:00:00Z' });
  const empty = found(album([], 15), { found_at: '2026-11-03T10:00:00Z' });
  open('/', { found: [found(album([photo(1)])), empty], owned: [later] }, 'token-1');
  await vi.waitFor(() => expect(preloads()).toHaveLength(1));
  expect(preloads()[0]?.src).toBe(`/api/images/${UUID}/5.thumb?auth=a.b%2Fc%2Bd.w`);
});

test('of albums that were found at the same moment, home asks for the photo of the one that it shows', async () => {
  const at = (id: number, planned_at: string | null, performance_order: number) =>
    found(
      { ...album([photo(id)], id), planned_at, performance_order },
      { event: { start_date: '2026-11-07' } },
    );
  const state = {
    found: [
      at(21, '2026-11-01T09:00:00Z', 1),
      at(22, '2026-11-08T09:00:00Z', 2),
      at(23, '2026-11-08T09:00:00Z', 3),
      at(24, null, 4),
    ],
    owned: [],
  };
  open('/', state, 'token-1');
  await vi.waitFor(() => expect(preloads()).toHaveLength(1));
  const shown = findNewest(listAlbums(state as unknown as UserAlbumState))?.album.id;
  expect(shown).toBe(23);
  expect(preloads()[0]?.src).toContain(`/${shown}.thumb`);
});

test('an album that was opened a moment ago asks for no cover', async () => {
  const views = [{ id: 1, created_at: new Date().toISOString() }];
  const answer = { found: [found(album([photo(1)]), { user_album_views: views })], owned: [] };
  open('/user-album/12', answer, 'token-1');
  await new Promise((resolve) => setTimeout(resolve));
  expect(preloads()).toEqual([]);
});
