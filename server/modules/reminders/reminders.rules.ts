// A customer is reminded once per event of photos they marked or put in the cart, and told once before the event is archived.

import type { I18n } from '#contract/i18n.ts';

export type SaleMailKind = 'reminder' | 'last_days';

const HOUR_MS = 3_600_000;
/** Customers are not reminded of anything newer than this. */
export const QUIET_MS = 48 * HOUR_MS;
/** Customers are not reminded of anything older than this. */
export const STALE_MS = 14 * 24 * HOUR_MS;
/** A customer gets at most one of these mails in this time. */
export const BETWEEN_MAILS_MS = 24 * HOUR_MS;
/** A mail keeps at most this many photos and albums. */
export const MAX_ITEMS = 50;

export type WantedItem = { albumId: number; imageId: number | null };

/** The number of photos of one album among favorites or in the cart. */
export type WantedCounts = { favorites: number; cartPhotos: number; isAlbumInCart: boolean };

/** Example: "3 favorites, 1 photo in your cart". Empty without favorites and cart. */
export function wordsFor(i18n: I18n, { favorites, cartPhotos, isAlbumInCart }: WantedCounts): string {
  const parts = [
    ...(favorites > 0
      ? [i18n.t('{count, plural, one {# favorite} other {# favorites}}', { count: favorites })]
      : []),
    ...(isAlbumInCart ? [i18n.t('the album in your cart')] : []),
    ...(cartPhotos > 0
      ? [i18n.t('{count, plural, one {# photo} other {# photos}} in your cart', { count: cartPhotos })]
      : []),
  ];
  return parts.join(', ');
}
