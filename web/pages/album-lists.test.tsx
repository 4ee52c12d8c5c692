// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import { createI18n } from '#contract/i18n.ts';
import spanish from '#contract/messages/es.json' with { type: 'json' };
import { setLanguageSource } from '#web/lib/i18n.ts';
import { answer } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent, buildFoundAlbum } from '#web/testing/demo-albums.ts';
import { buildDownload } from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';

const LABEL = 'Filter/Refine Results by Keywords';
const NO_ALBUMS = 'No albums available, please check back later.';
const NO_MATCHES = 'No albums found matching your search criteria.';

const event = buildEvent();
const albumsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...buildAlbum(index + 1, { performance_order: count - index }),
    events: [event],
  }));

type Shop = { albums: ReturnType<typeof albumsOf>; found: UserFoundAlbum[]; owned: UserFoundAlbum[] };

function openPage(path: string, { albums = [], found = [], owned = [] }: Partial<Shop> = {}) {
  const user = buildUser();
  return openSite(path, user, [
    answer(catalogueEndpoints.getEvent, event),
    answer(catalogueEndpoints.listAlbums, albums),
    answer(catalogueEndpoints.searchAlbums, {
      albums: albums.slice(0, 10),
      total: albums.length,
      total_is_floor: false,
    }),
    answer(foundAlbumEndpoints.myAlbums, { found, owned, owned_images: [] }),
    answer(downloadEndpoints.myDownloads, {
      albums: owned.map((mine) => buildDownload({ ...mine.album, events: [mine.event] })),
      photos: [],
    }),
  ]).router;
}

const type = async (text: string) =>
  fireEvent.change(await screen.findByLabelText(LABEL), { target: { value: text } });
const owned = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildFoundAlbum(index + 1, { owned: true, viewsUsed: index, album: { performance_order: index + 1 } }),
  );

describe('every list of albums', () => {
  test.each([
    ['/events/5', { albums: albumsOf(2) }],
    ['/events/5?tab=albums', { albums: albumsOf(2) }],
    ['/MyAlbums?tab=owned', { owned: owned(1) }],
    ['/MyAlbums?tab=found', { found: [buildFoundAlbum(1)] }],
  ])('%s has the keyword filter and says when nothing matches', async (path, shop) => {
    openPage(path, shop);
    await type('no such team');
    expect(await screen.findByText(NO_MATCHES)).toBeTruthy();
  });

  test.each([
    '/events/5',
    '/events/5?tab=albums',
    '/MyAlbums?tab=owned',
    '/MyAlbums?tab=found',
    '/search-albums',
  ])('%s says when there are no albums', async (path) => {
    openPage(path);
    expect(await screen.findByText(NO_ALBUMS)).toBeTruthy();
  });

  test('the search of all albums has the keyword filter and says when nothing matches', async () => {
    openPage('/search-albums');
    await screen.findByText(NO_ALBUMS);
    await type('no such team');
    expect(await screen.findByText(NO_MATCHES)).toBeTruthy();
  });
});

describe('the page of an event', () => {
  test('shows the schedule, and the albums as cards once chosen; the address remembers it', async () => {
    const router = openPage('/events/5', { albums: albumsOf(12) });
    expect((await screen.findByRole('tab', { name: 'Schedule' })).getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByText('$139.65')).toBeNull();
    fireEvent.click(screen.getByRole('tab', { name: 'Albums' }));
    expect(await screen.findByText('Displaying (10 of 12 albums)')).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: 'albums' }));
    fireEvent.click(screen.getByRole('link', { name: 'Page 2' }));
    expect(await screen.findByText('Displaying (2 of 12 albums)')).toBeTruthy();
  });

  test('cards say what performance it is, where, the views used, and whether it can be bought', async () => {
    openPage('/events/5?tab=albums', {
      albums: albumsOf(3),
      found: [buildFoundAlbum(2, { viewsUsed: 4 })],
      owned: [buildFoundAlbum(3, { owned: true, viewsUsed: 7 })],
    });
    const cards = (await screen.findAllByRole('article')).map((card) => within(card));
    expect(cards).toHaveLength(3);
    const [fresh, viewed, bought] = cards;
    expect(fresh?.getByRole('heading').textContent).toBe('Performance 3, Northshore Elite Royals');
    expect(fresh?.getByText(/^Senior L4 Medium,/).textContent).toBe('Senior L4 Medium, 10/24/2026');
    expect(fresh?.getByText(/Crown Series/).textContent).toBe(
      '2026 Crown Series Grand Nationals, Denver, CO. Ball Arena',
    );
    expect(fresh?.getByText('0 of 10')).toBeTruthy();
    expect(fresh?.getByText('$139.65')).toBeTruthy();
    expect(fresh?.getByRole('link', { name: 'View Album' })).toBeTruthy();
    const unviewed = fresh?.getByRole('button', { name: 'View Before Purchasing' });
    expect(unviewed?.getAttribute('aria-disabled')).toBe('true');
    expect(await viewed?.findByText('4 of 10')).toBeTruthy();
    expect(viewed?.getByRole('link', { name: 'Purchase Album' }).getAttribute('href')).toBe(
      '/events/5/album/2?buy=album',
    );
    expect(bought?.getByText('Already Purchased')).toBeTruthy();
    expect(bought?.getByText('7 of 50 views')).toBeTruthy();
    expect(bought?.queryByText('$139.65')).toBeNull();
  });
});

describe('bought albums', () => {
  test('come in pages of ten, with "Already Purchased" and their views', async () => {
    openPage('/MyAlbums?tab=owned', { owned: owned(12) });
    expect(await screen.findByText('Displaying (10 of 12 albums)')).toBeTruthy();
    const [first] = screen.getAllByRole('article');
    const card = within(first as HTMLElement);
    expect(card.getByText('Already Purchased')).toBeTruthy();
    expect(await card.findByText('0 of 50 views')).toBeTruthy();
    expect(card.getByText(/Ball Arena/)).toBeTruthy();
    expect(card.getByRole('link', { name: 'View Album' })).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Page 2' }));
    expect(await screen.findByText('Displaying (2 of 12 albums)')).toBeTruthy();
  });

  test('speak Spanish to those who chose it', async () => {
    setLanguageSource(() => createI18n('es', spanish));
    openPage('/MyAlbums?tab=owned', { owned: owned(1) });
    const field = await screen.findByLabelText('Filtrar resultados por palabras clave');
    fireEvent.change(field, { target: { value: 'zzz' } });
    expect(await screen.findByText('Ningún álbum coincide con tu búsqueda.')).toBeTruthy();
    setLanguageSource(() => createI18n('en'));
  });

  test('the one that a link leads to comes first', async () => {
    openPage('/MyAlbums?tab=owned&album=12', { owned: owned(12) });
    await screen.findByText('Displaying (10 of 12 albums)');
    expect(screen.getAllByRole('article')[0]?.id).toBe('album-12');
  });
});
