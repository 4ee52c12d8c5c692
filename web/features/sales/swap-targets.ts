import type { ResponseOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { pricesAt } from '#contract/rules/pricing.ts';

export type TargetAlbum = ResponseOf<typeof catalogueEndpoints.listAdminAlbums>[number];
export type PricedEvent = ResponseOf<typeof catalogueEndpoints.getStaffEvent>;

export type SwapSubject = {
  lineId: number;
  userId: number;
  buyerName: string;
  title: string;
  albumId: number;
  eventId: number;
  imageId: number | null;
  priceCents: number;
};

export type SwapTarget = { album: TargetAlbum; imageId: number | null };

/** Lists albums that customers can open, without the swapped one. Albums of the same event come first. */
export function orderTargets(
  { albumId, eventId, imageId }: Pick<SwapSubject, 'albumId' | 'eventId' | 'imageId'>,
  sameEvent: readonly TargetAlbum[],
  anyEvent: readonly TargetAlbum[],
): TargetAlbum[] {
  const fits = (album: TargetAlbum) =>
    album.published_at !== null && (imageId !== null || album.id !== albumId);
  const first = sameEvent.filter(fits).toSorted((a, b) => a.performance_order - b.performance_order);
  return [...first, ...anyEvent.filter((album) => fits(album) && album.event !== eventId)];
}

export function targetPriceCents(
  event: PricedEvent | undefined,
  imageId: number | null,
  siteImagePrice: number | undefined,
): number {
  const prices = pricesAt(event ?? { time_zone: 'UTC', event_pricings: [] }, new Date(), siteImagePrice);
  return imageId === null ? prices.albumCents : prices.imageCents;
}
