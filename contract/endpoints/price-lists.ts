import { z } from 'zod';
import { listPrices } from '#contract/entities/staff-event.ts';
import { endpointsOf } from '../endpoint.ts';
import { count, id, idParams, isoDate, isoTimestamp, requiredText, text, version } from '../primitives.ts';

const endpoint = endpointsOf('Catalogue');

export const MAX_PRICE_LISTS = 200;
export const MAX_EVENTS_AT_ONCE = 200;

export const newPriceList = z.strictObject({
  name: requiredText(80),
  memo: text(200).default(''),
  prices: listPrices,
});
export type NewPriceList = z.output<typeof newPriceList>;

const priceListChange = z
  .strictObject({
    name: requiredText(80),
    memo: text(200),
    prices: listPrices,
    archived: z.boolean(),
    version,
  })
  .partial();

const priceList = z.object({
  id,
  name: z.string(),
  memo: z.string(),
  archived: z.boolean(),
  version,
  /** The newest version of its prices, and its number counted from one. */
  price_list_version: id,
  number: count,
  prices: listPrices,
  changed_at: isoTimestamp,
  /** Events that use the list in any version. */
  events: count,
  /** Upcoming events that use an older version and changed nothing of it. */
  outdated: z.array(z.object({ id, name: z.string(), start_date: isoDate })),
});
export type PriceList = z.output<typeof priceList>;

export const priceListEndpoints = {
  listPriceLists: endpoint('GET /price-lists', {
    access: 'admin_albums',
    summary: 'List price lists by name, archived ones last',
    response: z.array(priceList),
  }),
  createPriceList: endpoint('POST /price-lists', {
    access: 'admin_albums',
    summary: `Create a price list (at most ${MAX_PRICE_LISTS} that are not archived)`,
    body: newPriceList,
    response: priceList,
  }),
  updatePriceList: endpoint('PUT /price-lists/:id', {
    access: 'admin_albums',
    summary: 'Edit or archive a price list; other prices are a new version, and events keep the one they use',
    params: idParams,
    body: priceListChange,
    response: priceList,
  }),
  applyPriceList: endpoint('POST /price-lists/:id/events', {
    access: 'admin_albums',
    summary:
      'Move upcoming events to the newest version; events with prices of their own are left as they are',
    params: idParams,
    body: z.strictObject({ events: z.array(id).min(1).max(MAX_EVENTS_AT_ONCE) }),
    response: z.object({ updated: z.array(id) }),
  }),
};
