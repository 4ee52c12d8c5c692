import { type RawBuilder, sql } from 'kysely';
import { MOST_FOUND_OF_A_KIND } from '#contract/endpoints/overview.ts';
import type { OrderState } from '#contract/rules/order-states.ts';
import { EVENT_TEXT } from '#server/modules/catalogue/events.ts';
import type { Db } from '#server/platform/database.ts';
import { hasKeywords } from '#server/platform/keywords.ts';

const limit = sql`limit ${MOST_FOUND_OF_A_KIND}`;

export type AlbumHit = {
  id: number;
  eventId: number;
  programName: string;
  teamName: string;
  performanceOrder: number;
  eventName: string;
};

/** The newest come first. */
export async function findAlbumHits(db: Db, words: string[]): Promise<AlbumHit[]> {
  const { rows } = await sql<AlbumHit>`
    select albums.id, event_id, program_name, team_name, performance_order, events.name as event_name
    from albums join events on events.id = albums.event_id
    where ${hasKeywords(sql`albums.search`, words)}
    order by albums.created_at desc, albums.id desc ${limit}`.execute(db);
  return rows;
}

export type EventHit = {
  id: number;
  name: string;
  brandName: string;
  city: string;
  state: string;
  startDate: string;
};

export async function findEventHits(db: Db, words: string[]): Promise<EventHit[]> {
  const { rows } = await sql<EventHit>`
    select id, name, brand_name, city, state, start_date from events where ${hasKeywords(EVENT_TEXT, words)}
    order by archived, start_date desc, id desc ${limit}`.execute(db);
  return rows;
}

export type UserHit = { id: number; name: string; email: string };

const USER_TEXT = sql<string>`lower(users.name || ' ' || users.email::text)`;

export async function findUserHits(db: Db, words: string[]): Promise<UserHit[]> {
  const { rows } = await sql<UserHit>`
    select id, name, email from users where deleted_at is null and claimed_email is null and ${hasKeywords(USER_TEXT, words)}
    order by id desc ${limit}`.execute(db);
  return rows;
}

export type OrderHit = {
  id: number;
  userId: number;
  userName: string;
  state: OrderState;
  totalCents: number;
};

/** An order is known by its number or by its key. */
export async function findOrderHits(db: Db, name: { number?: number; key?: string }): Promise<OrderHit[]> {
  const isNamed: RawBuilder<boolean> =
    name.number === undefined ? sql`orders.key = ${name.key ?? ''}` : sql`orders.id = ${name.number}`;
  const { rows } = await sql<OrderHit>`
    select orders.id, orders.user_id, users.name as user_name, orders.state, orders.total_cents
    from orders join users on users.id = orders.user_id where ${isNamed} ${limit}`.execute(db);
  return rows;
}
