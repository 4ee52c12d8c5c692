import type { ResponseOf } from '#contract/endpoint.ts';
import { type landingEndpoints, PUBLIC_EVENT_LIMIT, type PublicEvent } from '#contract/endpoints/landing.ts';
import { pricesAt, SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import { splitKeywords } from '#server/platform/lists/keywords.ts';
import { getEvent } from './browse-events.ts';
import { listLatestEvents, listOpenEvents, searchOpenEvents, searchOpenTeams } from './landing.queries.ts';
import { toWirePublicEvent, toWirePublicTeam } from './landing.wire.ts';

const MIN_LETTERS = 2;
const TEAMS = 6;
/** Some of the best matches may only have albums in archived events. */
const CANDIDATES = 40;
const EVENTS = 4;
const LATEST_EVENTS = 4;
const DAY_MS = 86_400_000;
const DAYS_AHEAD = 14;

/** What anybody may learn by searching: names of teams and events, dates and counts. */
export async function searchPublic(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  text: string,
): Promise<ResponseOf<typeof landingEndpoints.searchPublic>> {
  const keywords = splitKeywords(text);
  if (keywords.join('').length < MIN_LETTERS) return { teams: [], events: [] };
  const today = clock.now().toISOString().slice(0, 10);
  const teams = await searchOpenTeams(db, { keywords, today, candidates: CANDIDATES, limit: TEAMS });
  const events = await searchOpenEvents(db, keywords, EVENTS);
  return { teams: teams.map(toWirePublicTeam), events: events.map(toWirePublicEvent) };
}

export async function listPublicEvents(db: Db): Promise<PublicEvent[]> {
  return (await listOpenEvents(db, PUBLIC_EVENT_LIMIT)).map(toWirePublicEvent);
}

export async function showLanding(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
): Promise<ResponseOf<typeof landingEndpoints.getLanding>> {
  const now = tx.clock.now();
  const until = new Date(now.getTime() + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10);
  const events = await listLatestEvents(tx.db, { until, limit: LATEST_EVENTS });
  const { image_price: imagePrice } = await getSettings(tx);
  const latest = events[0] && (await getEvent(tx.db, events[0].id));
  const priced = latest ?? { time_zone: 'UTC', event_pricings: [] };
  const { imageCents, albumCents, athleteCents, steps } = pricesAt(priced, now, imagePrice);
  const [smallest] = steps.toSorted((a, b) => a.photos - b.photos);
  return {
    events: events.map(toWirePublicEvent),
    prices: {
      photo: imageCents,
      photos: smallest ?? null,
      athlete: athleteCents,
      album: albumCents,
      share: Math.ceil(albumCents / SHARES_PER_ALBUM),
    },
  };
}
