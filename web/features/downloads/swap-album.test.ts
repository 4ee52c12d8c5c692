import { expect, test } from 'vitest';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { buildAlbum, buildEvent, buildFoundAlbum, buildPricing } from '#web/testing/demo-albums.ts';
import { buildOrder, buildPool } from '#web/testing/demo-orders.ts';
import { albumsOfPrice, findSwapPrice, isSwappable } from './swap-album.ts';

const BOUGHT_AT = '2026-11-14T10:00:00.000Z';
const HOURS = 3_600_000;

const download = (changes: Partial<AlbumDownload> = {}): AlbumDownload => ({
  id: 5,
  album: { ...buildAlbum(1), events: [buildEvent()] },
  photos: 12,
  size_bytes: 1_000_000,
  downloads_used: 0,
  downloads_max: 15,
  is_suspended: false,
  is_taken: false,
  is_swapped: false,
  bought_at: BOUGHT_AT,
  order_key: 'order-key-of-at-least-16',
  order_line: 21,
  ...changes,
});

test.each([
  ['within 48 hours', {}, 47, true],
  ['after 48 hours', {}, 48, false],
  ['after a download', { downloads_used: 1 }, 1, false],
  ['after a single original', { is_taken: true }, 1, false],
  ['after a swap', { is_swapped: true }, 1, false],
  ['while the bank looks into the payment', { is_suspended: true }, 1, false],
])('%s an album can be swapped: %#', (_, changes, hours, isAllowed) => {
  expect(isSwappable(download(changes), Date.parse(BOUGHT_AT) + hours * HOURS)).toBe(isAllowed);
});

test('an album of a pool, or of someone else’s order, is not one person’s to swap', () => {
  expect(findSwapPrice([buildOrder()], download())).toBe(13_965);
  expect(findSwapPrice([buildOrder({ pool: buildPool() })], download())).toBeUndefined();
  expect(findSwapPrice([buildOrder({ is_mine: false })], download())).toBeUndefined();
  expect(findSwapPrice([], download())).toBeUndefined();
});

test('only albums of the same price that are not owned yet are offered', () => {
  const cheap = buildEvent({ event_pricings: [buildPricing({ share_price: 1000 })] });
  const found = [
    buildFoundAlbum(1),
    buildFoundAlbum(2, { owned: true }),
    buildFoundAlbum(3, { event: cheap }),
  ];
  expect(albumsOfPrice(found, 13_965).map(({ album }) => album.id)).toEqual([1]);
});
