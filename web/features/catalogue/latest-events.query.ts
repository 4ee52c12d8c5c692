import { queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { Event } from '#contract/entities/album.ts';
import { callApi } from '#web/lib/api.ts';

const ASKED = 20;
const SHOWN = 4;
const DAYS_AHEAD = 14;
const DAY_MS = 86_400_000;

/** Events of the next days count as latest too. Those further ahead follow only where nothing else is known. */
export function latestOf(events: readonly Event[], now = Date.now()): Event[] {
  const until = new Date(now + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10);
  const near = events.filter(({ start_date }) => start_date <= until);
  return (near.length > 0 ? near : events.toReversed()).slice(0, SHOWN);
}

export const latestEventsQuery = queryOptions({
  queryKey: ['events', 'latest'],
  queryFn: async ({ signal }) =>
    latestOf(await callApi(catalogueEndpoints.listEvents, { query: { _limit: ASKED }, signal })),
});
