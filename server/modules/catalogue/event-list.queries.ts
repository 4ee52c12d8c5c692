import { sql } from 'kysely';
import { eventList } from '#contract/lists/events.ts';
import { hasKeywords, splitKeywords } from '#server/platform/keywords.ts';
import { sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import { toWireStaffEvent } from './catalogue.wire.ts';
import { EVENT_TEXT } from './events.queries.ts';
import { ALBUMS_COUNT, findStaffEvents, IMAGES_COUNT } from './staff-events.queries.ts';

export const eventSource = sqlList(eventList, {
  from: sql`events`,
  select: sql`events.id`,
  id: sortPart('events.id', 'bigint'),
  sorts: {
    start_date: [sortPart('events.start_date', 'date')],
    name: [sortPart('lower(events.name)', 'text')],
    brand_name: [sortPart('lower(events.brand_name)', 'text')],
    albums_count: [sortPart(ALBUMS_COUNT, 'bigint')],
    images_count: [sortPart(IMAGES_COUNT, 'bigint')],
  },
  where: ({ q = '', state }) => [
    hasKeywords(EVENT_TEXT, splitKeywords(q)),
    ...(state === undefined ? [] : [sql<boolean>`archived = ${state === 'archived'}`]),
  ],
  toRows: async (records: { id: number }[], db) => {
    const ids = records.map(({ id }) => id);
    const events = await findStaffEvents(db, ids);
    const byId = new Map(events.map((event) => [event.id, toWireStaffEvent(event)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  },
});
