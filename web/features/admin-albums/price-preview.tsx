import { bestPrice } from '#contract/rules/best-price.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { type EventPricing, pricesAt } from '#contract/rules/pricing.ts';
import { countOf } from '#web/lib/count-words.ts';

const COUNTS = [1, 3, 5, 10, 20];

type PricePreviewProps = { pricing: EventPricing; timeZone: string };

/** Shows what a parent pays today. */
export function PricePreview({ pricing, timeZone }: PricePreviewProps) {
  const prices = pricesAt({ time_zone: timeZone, event_pricings: [pricing] }, new Date());
  const rows = COUNTS.map((count) => {
    const photos = Array.from({ length: count }, () => ({ albumId: 1, athletes: [] }));
    return {
      name: countOf(count, 'photo'),
      cents: sumCents(bestPrice(prices, photos).map((one) => one.priceCents)),
    };
  });
  return (
    <div className="grid gap-2 rounded-card bg-sunk p-4 text-14">
      <p className="font-bold">A parent pays today{prices.period ? ` (${prices.period})` : ''}</p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-3">
        {[
          ...rows,
          ...(prices.athleteCents === null ? [] : [{ name: 'One athlete', cents: prices.athleteCents }]),
          { name: 'Album', cents: prices.albumCents },
        ].map(({ name, cents }) => (
          <div key={name} className="flex justify-between gap-2">
            <dt className="text-ink-2">{name}</dt>
            <dd className="font-[650] tabular-nums">{formatCents(cents)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
