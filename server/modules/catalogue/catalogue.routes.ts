import type { FastifyInstance } from 'fastify';
import { albumBatchEndpoints } from '#contract/endpoints/album-batches.ts';
import { albumListEndpoints, catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { landingEndpoints } from '#contract/endpoints/landing.ts';
import { priceListEndpoints } from '#contract/endpoints/price-lists.ts';
import { albumList } from '#contract/lists/albums.ts';
import { defaultSortOf, parseSort } from '#contract/lists/list.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { createCache } from '#server/platform/database/cache.ts';
import type { Db } from '#server/platform/database/database.ts';
import { revalidate } from '#server/platform/http/etags.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import { handleList } from '#server/platform/lists/handle-list.ts';
import { orderRows } from '#server/platform/lists/order-rows.ts';
import { type AlbumTotals, albumSource, listAdminAlbums } from './admin-albums.queries.ts';
import { changeAlbums, getAlbumBatch, undoAlbumBatch } from './album-batches.ts';
import {
  getEvent,
  getPublicAlbum,
  getStaffEvent,
  listAlbumsOf,
  listEvents,
  listOpenAlbums,
  listStaffEvents,
} from './browse-albums.ts';
import { createAlbum, updateAlbum } from './edit-album.ts';
import { createEvent, setPricing, updateEvent } from './edit-event.ts';
import { openEventPicture, setEventPicture } from './event-pictures.ts';
import { listPublicEvents, searchPublic, showLanding } from './landing.ts';
import { applyPriceList, createPriceList, listPriceLists, updatePriceList } from './price-lists.ts';
import { searchAlbums, suggestTeams } from './search-albums.ts';

/** Counts the photos of each event that are in no album. The images module implements it. */
type CountUnfiled = (db: Db, eventIds: number[]) => Promise<ReadonlyMap<number, number>>;

type Totals = { countUnfiled: CountUnfiled; albumTotals: AlbumTotals };

export function catalogueRoutes(
  app: FastifyInstance,
  context: Context,
  { countUnfiled, albumTotals }: Totals,
): void {
  const { db } = context;
  const addUnfiled = async <E extends { id: number; images_count: number }>(events: E[]): Promise<E[]> => {
    const unfiled = await countUnfiled(
      db,
      events.map(({ id }) => id),
    );
    return events.map((event) => ({
      ...event,
      images_count: event.images_count + (unfiled.get(event.id) ?? 0),
    }));
  };
  // One query serves all visitors who ask for the same within two seconds.
  const bounds = { max: 100, ttlMs: 2_000, clock: context.clock };
  const searches = createCache<string, Awaited<ReturnType<typeof searchPublic>>>(bounds);
  const landing = createCache<'landing', Awaited<ReturnType<typeof showLanding>>>(bounds);
  const publicEvents = createCache<'events', Awaited<ReturnType<typeof listPublicEvents>>>(bounds);

  handle(app, catalogueEndpoints.listEvents, async ({ query, reply }) => {
    revalidate(reply);
    return orderRows(await listEvents(context), query);
  });
  handle(app, catalogueEndpoints.listAlbums, async ({ query: { events_in, ...order }, actor }) =>
    orderRows(await listAlbumsOf(context, actor, events_in), order),
  );
  handle(app, catalogueEndpoints.getEvent, ({ params }) => getEvent(db, params.id));
  handle(app, catalogueEndpoints.getAlbumByUuid, ({ params }) => getPublicAlbum(context, params.uuid));
  handle(app, catalogueEndpoints.listOpenAlbums, async ({ actor, query }) =>
    orderRows(await listOpenAlbums(context, actor), query),
  );
  handle(app, catalogueEndpoints.searchAlbums, ({ query, actor }) =>
    searchAlbums(context, actor, { text: query.q, start: query._start, limit: query._limit }),
  );
  handle(app, landingEndpoints.searchPublic, ({ query, reply }) => {
    revalidate(reply);
    return searches.get(query.q.toLowerCase(), () => searchPublic(context, query.q));
  });
  handle(app, landingEndpoints.getLanding, ({ reply }) => {
    revalidate(reply);
    return landing.get('landing', () => showLanding(context));
  });
  handle(app, landingEndpoints.listPublicEvents, ({ reply }) => {
    revalidate(reply);
    return publicEvents.get('events', () => listPublicEvents(db));
  });
  handle(app, catalogueEndpoints.suggestTeams, ({ query }) => suggestTeams(db, query.q));

  handle(app, catalogueEndpoints.listStaffEvents, async ({ query }) =>
    addUnfiled(await listStaffEvents(db, { start: query._start, limit: query._limit })),
  );
  handle(app, catalogueEndpoints.getStaffEvent, async ({ params }) => {
    const event = await getStaffEvent(db, params.id);
    return (await addUnfiled([event]))[0] ?? event;
  });
  handle(app, catalogueEndpoints.createEvent, ({ actor, body }) =>
    inTransaction(context, (tx) => createEvent(tx, actor, body)),
  );
  handle(app, catalogueEndpoints.updateEvent, async ({ actor, params, body }) => {
    const edit = { eventId: params.id, edit: body };
    const event = await inTransaction(context, (tx) => updateEvent(tx, actor, edit));
    return (await addUnfiled([event]))[0] ?? event;
  });
  handle(app, catalogueEndpoints.setEventPicture, async ({ actor, params, picture }) => {
    const event = await setEventPicture(context, actor, { eventId: params.id, file: picture });
    return (await addUnfiled([event]))[0] ?? event;
  });
  handleRaw(app, catalogueEndpoints.getEventPicture, ({ params }) =>
    openEventPicture(context, (params as { name: string }).name),
  );
  handle(app, catalogueEndpoints.setPricing, ({ actor, params, body }) =>
    inTransaction(context, (tx) => setPricing(tx, actor, { eventId: params.id, edit: body })),
  );
  handle(app, priceListEndpoints.listPriceLists, () => listPriceLists(context));
  handle(app, priceListEndpoints.createPriceList, ({ actor, body }) =>
    inTransaction(context, (tx) => createPriceList(tx, actor, body)),
  );
  handle(app, priceListEndpoints.updatePriceList, ({ actor, params, body }) =>
    inTransaction(context, (tx) => updatePriceList(tx, actor, { listId: params.id, edit: body })),
  );
  handle(app, priceListEndpoints.applyPriceList, ({ actor, params, body }) => {
    const wanted = { listId: params.id, eventIds: body.events };
    return inTransaction(context, (tx) => applyPriceList(tx, actor, wanted));
  });
  handle(app, catalogueEndpoints.listAdminAlbums, async ({ query }) => {
    const { _sort, _start: start, _limit: limit, ...filters } = query;
    const sort = parseSort(albumList, _sort) ?? defaultSortOf(albumList);
    return listAdminAlbums(db, { filters, sort, start, limit }, albumTotals);
  });
  handleList(app, db, albumListEndpoints, albumList, albumSource(context, albumTotals));
  handle(app, albumBatchEndpoints.changeAlbums, ({ actor, body }) =>
    inTransaction(context, (tx) => changeAlbums(tx, actor, body)),
  );
  handle(app, albumBatchEndpoints.getAlbumBatch, ({ params }) => getAlbumBatch(db, params.key));
  handle(app, albumBatchEndpoints.undoAlbumBatch, ({ actor, params }) =>
    inTransaction(context, (tx) => undoAlbumBatch(tx, actor, params.key)),
  );
  handle(app, catalogueEndpoints.createAlbum, ({ actor, body }) =>
    inTransaction(context, (tx) => createAlbum(tx, actor, body)),
  );
  handle(app, catalogueEndpoints.updateAlbum, ({ actor, params, body }) =>
    inTransaction(context, (tx) => updateAlbum(tx, actor, { albumId: params.id, edit: body })),
  );
}
