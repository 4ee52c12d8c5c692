import { sql } from 'kysely';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type landingEndpoints, PUBLIC_EVENT_LIMIT, type PublicEvent } from '#contract/endpoints/landing.ts';
import { pricesAt, SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { hasKeywords, splitKeywords } from '#server/platform/lists/keywords.ts';
import { getEvent } from './browse-albums.ts';
import { EVENT_TEXT, LAST_DATE } from './events.ts';
import { IS_OF_TEAM, selectTeams } from './search-albums.ts';

const MIN_LETTERS = 2;
const TEAMS = 6;
/** Some of the best matches may only have albums in archived events. */
const CANDIDATES = 40;
const EVENTS = 4;
const LATEST_EVENTS = 4;
const DAY_MS = 86_400_000;
const DAYS_AHEAD = 14;

/** Public facts only: names of teams and events, dates and counts. */
export async function searchPublic(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  text: string,
): Promise<ResponseOf<typeof landingEndpoints.searchPublic>> {
  const keywords = splitKeywords(text);
  if (keywords.join('').length < MIN_LETTERS) return { teams: [], events: [] };
  const today = clock.now().toISOString().slice(0, 10);
  const teams = await searchOpenTeams(db, { keywords, today, candidates: CANDIDATES, limit: TEAMS });
  const events = await selectOpenEvents(db).where(hasKeywords(EVENT_TEXT, keywords)).limit(EVENTS).execute();
  return { teams: teams.map(toWire), events: events.map(toWire) };
}

export async function listPublicEvents(db: Db): Promise<PublicEvent[]> {
  return (await selectOpenEvents(db).limit(PUBLIC_EVENT_LIMIT).execute()).map(toWire);
}

export async function showLanding(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
): Promise<ResponseOf<typeof landingEndpoints.getLanding>> {
  const now = tx.clock.now();
  // Events of the next days count as latest too; those in the far future do not.
  const until = new Date(now.getTime() + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10);
  const events = await selectOpenEvents(tx.db)
    .where('events.startDate', '<=', until)
    .limit(LATEST_EVENTS)
    .execute();
  const { image_price: imagePrice } = await getSettings(tx);
  const latest = events[0] && (await getEvent(tx.db, events[0].id));
  const priced = latest ?? { time_zone: 'UTC', event_pricings: [] };
  const { imageCents, albumCents, athleteCents, steps } = pricesAt(priced, now, imagePrice);
  const [smallest] = steps.toSorted((a, b) => a.photos - b.photos);
  return {
    events: events.map(toWire),
    prices: {
      photo: imageCents,
      photos: smallest ?? null,
      athlete: athleteCents,
      album: albumCents,
      share: Math.ceil(albumCents / SHARES_PER_ALBUM),
    },
  };
}

/** Only albums of current events can be found; the one closest to today lends the team its code and its event. */
async function searchOpenTeams(
  db: Db,
  {
    keywords,
    today,
    candidates,
    limit,
  }: { keywords: string[]; today: string; candidates: number; limit: number },
) {
  const order = sql`abs(events.start_date - ${today}::date), events.start_date desc, albums.id`;
  return db
    .with('teams', () => selectTeams(db, keywords, candidates))
    .selectFrom('teams')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('albums')
          .innerJoin('events', 'events.id', 'albums.eventId')
          .innerJoin('posterCodes', 'posterCodes.albumId', 'albums.id')
          .select([
            sql<number>`(count(*) filter (where albums.published_at is not null))::integer`.as('albumsCount'),
            sql<string>`(array_agg(poster_codes.code order by ${order}))[1]`.as('code'),
            sql<string>`(array_agg(events.name order by ${order}))[1]`.as('eventName'),
            sql<string>`(array_agg(events.start_date::text order by ${order}))[1]`.as('startDate'),
            sql<string>`(array_agg(${LAST_DATE}::text order by ${order}))[1]`.as('lastDate'),
          ])
          .where('events.archived', '=', false)
          .where(IS_OF_TEAM)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['teams.programName', 'teams.teamName', 'teams.divisionName'])
    .select(['latest.albumsCount', 'latest.code', 'latest.eventName', 'latest.startDate', 'latest.lastDate'])
    .where('latest.code', 'is not', null)
    .orderBy('latest.startDate', 'desc')
    .orderBy('teams.programName')
    .orderBy('teams.teamName')
    .orderBy('teams.divisionName')
    .limit(limit)
    .execute();
}

function selectOpenEvents(db: Db) {
  return db
    .selectFrom('events')
    .innerJoin('posterCodes', 'posterCodes.eventId', 'events.id')
    .select(['events.id', 'events.name', 'events.brandName', 'events.city', 'events.state'])
    .select(['events.startDate', 'events.picture', 'posterCodes.code'])
    .select(LAST_DATE.as('lastDate'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('albums')
          .select([
            sql<number>`count(*)::integer`.as('albumsCount'),
            sql<number>`coalesce(sum(albums.images_count), 0)::integer`.as('photosCount'),
          ])
          .whereRef('albums.eventId', '=', 'events.id')
          .where('albums.publishedAt', 'is not', null)
          .as('up'),
      (join) => join.onTrue(),
    )
    .select(['up.albumsCount', 'up.photosCount'])
    .where('events.archived', '=', false)
    .orderBy('events.startDate', 'desc')
    .orderBy('events.id', 'desc');
}
