import { useQuery } from '@tanstack/react-query';
import { type PurchaseChoice, wantedOf } from './purchase-choice.ts';
import { quoteQuery } from './quote.query.ts';

/** `price` is undefined while the price of this very choice is not known, also if another one is still shown. */
export function useChoicePrice(albumId: number, choice: PurchaseChoice, coupon?: string) {
  const quote = useQuery(quoteQuery(wantedOf(choice, albumId), coupon));
  return { ...quote, price: quote.isPlaceholderData ? undefined : quote.data };
}
