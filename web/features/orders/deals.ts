import { useQueries } from '@tanstack/react-query';
import type { Album } from '#contract/entities/album.ts';
import { quoteQuery } from './orders.query.ts';
import { type PurchaseChoice, wantedOf } from './purchase-choices.tsx';

/** The price of a choice and its number of photos. */
export type Deal = { key: string; cents: number; photos: number };

/** Returns the deal with the lowest price for each photo, or undefined if there is nothing to compare. */
export function bestDeal(deals: readonly Deal[]): Deal | undefined {
  if (deals.length < 2) return undefined;
  const [best] = deals.toSorted((a, b) => a.cents * b.photos - b.cents * a.photos || b.photos - a.photos);
  return best && best.photos > 1 && best.cents > 0 ? best : undefined;
}

/** Returns the deal that has more photos and costs no more, if there is one. */
export function findBetter(deals: readonly Deal[], key: string): Deal | undefined {
  const chosen = deals.find((deal) => deal.key === key);
  if (!chosen) return undefined;
  const [best] = deals
    .filter(({ cents, photos }) => cents <= chosen.cents && photos > chosen.photos)
    .toSorted((a, b) => b.photos - a.photos);
  return best;
}

/** Group orders are left out: their share buys the same album. */
export function useDeals(album: Album, choices: readonly PurchaseChoice[]): Deal[] {
  const alone = choices.filter(({ kind }) => kind !== 'pool');
  const compared = [
    ...new Map(alone.map((choice) => [JSON.stringify(wantedOf(choice, album.id)), choice])).values(),
  ];
  const quotes = useQueries({
    queries: compared.map((choice) => quoteQuery(wantedOf(choice, album.id), undefined)),
  });
  return compared.flatMap((choice, index) => {
    const quote = quotes[index];
    if (!quote?.data || quote.isPlaceholderData) return [];
    const photos = choice.kind === 'album' ? album.images_count : quote.data.images.length;
    return photos > 0 ? [{ key: choice.key, cents: quote.data.total, photos }] : [];
  });
}
