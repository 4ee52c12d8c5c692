import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { pricePreviewEndpoints } from '#contract/endpoints/price-preview.ts';
import { bestPrice } from '#contract/rules/best-price.ts';
import { type Prices, pricesAt } from '#contract/rules/pricing.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { agreeTerms } from './prices.ts';

type Asked = BodyOf<typeof pricePreviewEndpoints.previewPrices>;
type Answer = ResponseOf<typeof pricePreviewEndpoints.previewPrices>;

const PHOTO_COUNTS = [1, 5, 10];

/** Computes totals the way an order does, with tax, for prices that are not saved yet. */
export async function previewPrices(tx: Pick<Tx, 'db' | 'log'>, { pricing, dates }: Asked): Promise<Answer> {
  const { image_price: siteImagePrice } = await getSettings(tx);
  const answer: Answer = [];
  for (const date of new Set(dates)) {
    const event = { time_zone: 'UTC', event_pricings: [pricing] };
    const prices = pricesAt(event, new Date(`${date}T12:00:00Z`), siteImagePrice);
    const rows = [];
    for (const { name, cents } of basketsOf(prices)) {
      const lines = cents.map((priceCents) => ({ albumId: 0, priceCents, creditCents: 0 }));
      rows.push({ name, total: (await agreeTerms(tx, { prices: lines })).totals.totalCents });
    }
    answer.push({ date, period: prices.period, rows });
  }
  return answer;
}

function basketsOf(prices: Prices): { name: string; cents: number[] }[] {
  const photos = PHOTO_COUNTS.map((count) => {
    const wanted = Array.from({ length: count }, () => ({ albumId: 1, athletes: [] }));
    const name = count === 1 ? '1 photo' : `${count} photos`;
    return { name, cents: bestPrice(prices, wanted).map(({ priceCents }) => priceCents) };
  });
  const athlete =
    prices.athleteCents === null ? [] : [{ name: 'All of one athlete', cents: [prices.athleteCents] }];
  const { albumCents } = prices;
  return [
    ...photos,
    ...athlete,
    { name: 'Album', cents: [albumCents] },
    { name: 'Two albums', cents: [albumCents, albumCents] },
  ];
}
