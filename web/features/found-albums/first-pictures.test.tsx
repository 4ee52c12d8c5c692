// @vitest-environment jsdom

import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AlbumOnly, CoverImage, UserAlbumState, UserFoundAlbum } from '#contract/entities/album.ts';
import { AlbumCover } from '#web/components/album-cover.tsx';
import { openAt } from '#web/testing/open-at.tsx';
import { runFirstScript } from '#web/testing/run-first-script.ts';
import { findNewest, listAlbums } from './album-list.ts';
import { NewestAlbum } from './my-albums.tsx';

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

afterEach(() => {
  document.body.replaceChildren();
  document.head.replaceChildren();
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
])('the cover of %s is shown before the site is there, as the site does', async (path, deskWidth) => {
  const one = album([photo(1), UPRIGHT]);
  const picturesIn = (box: Element | null) =>
    factsOf(box).map(({ box: _look, row: _row, ...image }) => image);
  const { container, unmount } = render(<AlbumCover album={one} isEager deskWidth={deskWidth} />);
  const expected = picturesIn(container);
  const look = container.querySelector('[data-cover]')?.className ?? 'none';
  unmount();
  document.body.innerHTML = '<div id="root"><p class="boot">Loading...</p></div>';
  open(
    path,
    { found: [found({ ...album([photo(9)], 13), uuid: 'another' }), found(one)], owned: [] },
    'token-1',
  );
  await vi.waitFor(() => expect(document.querySelectorAll('#root img')).toHaveLength(2));
  const root = document.getElementById('root');
  expect(picturesIn(root)).toEqual(expected);
  expect(root?.getElementsByClassName(look)).toHaveLength(1);
  expect(root?.querySelector('p')?.className).toBe('sr-only');
});

/** Opens home and returns the place of its first photo, and the words that it takes the place of. */
async function openHome(state: unknown) {
  document.body.innerHTML = '<div id="root"><p class="boot">Loading...</p></div>';
  open('/', state, 'token-1');
  await vi.waitFor(() => expect(document.querySelectorAll('#root img')).toHaveLength(1));
  return document.getElementById('root') as HTMLElement;
}

test('home shows the first photo of the album that was found last, as the site does', async () => {
  const later = found(album([photo(5, { focus: { x: 20, y: 40 } }), UPRIGHT], 14), {
    found_at: '2026-11-02T10:00:00Z',
    event: { id: 3, name: 'Nationals', start_date: '2026-11-07', venue_name: '', city: '', state: '' },
  });
  const [, site] = await openAt('/', <NewestAlbum found={later as unknown as UserFoundAlbum} />);
  const page = render(site);
  const looksOf = (box: Element) => {
    const image = box.querySelector('img');
    const photos = image?.parentElement?.parentElement;
    const [hero, shade] = [photos?.parentElement?.className, photos?.nextElementSibling?.className];
    return { image: factsOf(box)[0], hero, shade };
  };
  const expected = looksOf(page.container);
  page.unmount();
  const empty = found(album([], 15), { found_at: '2026-11-03T10:00:00Z' });
  const root = await openHome({ found: [found(album([photo(1)])), empty], owned: [later] });
  expect(looksOf(root)).toEqual(expected);
  expect(root.querySelector('img')?.getAttribute('src')).toContain('/5.thumb');
  expect(root.querySelector('p')?.className).toBe('sr-only');
});

test('of albums that were found at the same moment, home shows the photo of the one that the site shows', async () => {
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
  const root = await openHome(state);
  const shown = findNewest(listAlbums(state as unknown as UserAlbumState))?.album.id;
  expect(shown).toBe(23);
  expect(root.querySelector('img')?.getAttribute('src')).toContain(`/${shown}.thumb`);
});

test('an album that was opened a moment ago shows no cover', async () => {
  const views = [{ id: 1, created_at: new Date().toISOString() }];
  const answer = { found: [found(album([photo(1)]), { user_album_views: views })], owned: [] };
  document.body.innerHTML = '<div id="root"><p class="boot">Loading...</p></div>';
  open('/user-album/12', answer, 'token-1');
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.querySelectorAll('#root img')).toHaveLength(0);
});

test('an album without photos goes on saying that the site loads', async () => {
  document.body.innerHTML = '<div id="root"><p class="boot">Loading...</p></div>';
  open('/user-album/12', { found: [found(album([]))], owned: [] }, 'token-1');
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.getElementById('root')?.innerHTML).toBe('<p class="boot">Loading...</p>');
});
