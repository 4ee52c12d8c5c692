import { type RawBuilder, sql } from 'kysely';
import { type FoundByStaff, MAX_FOUND_OF_A_KIND } from '#contract/endpoints/overview.ts';
import { ORDER_STATE_NAMES } from '#contract/lists/users.ts';
import { formatCents } from '#contract/rules/money.ts';
import type { OrderState } from '#contract/rules/order-states.ts';
import { can, type Permission } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { SHOWN_EMAIL, SHOWN_NAME } from '#server/modules/accounts/find-people.ts';
import { hasAlbumKeywords } from '#server/modules/catalogue/albums.ts';
import { EVENT_TEXT } from '#server/modules/catalogue/events.ts';
import { recordListRead } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { containing, hasKeywords, splitKeywords } from '#server/platform/lists/keywords.ts';

/** One letter matches nearly everything and says nothing. */
const FEWEST_LETTERS = 2;
const ORDER_NUMBER = /^#?(\d{1,9})$/;
const ORDER_KEY = /^[\w-]{16,64}$/;

/** Kinds that the role may not see are not queried. */
export async function searchAsStaff(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  text: string,
): Promise<FoundByStaff[]> {
  const words = splitKeywords(text);
  const mayFind = (permission: Permission) => can(actor, permission);
  const hasWords = words.some((word) => word.length >= FEWEST_LETTERS);
  const name = readOrderName(text);
  const orders = name && mayFind('customers') ? await findOrders(db, name) : [];
  const users = hasWords && mayFind('customers') ? await findUsers(db, words) : [];
  const rows = orders.length + users.length;
  if (rows > 0) await recordListRead(db, { actorId: actor.userId, filter: { q: text }, rows });
  const maySeeAlbums = hasWords && mayFind('admin_albums');
  const events = maySeeAlbums ? await findEvents(db, words) : [];
  const albums = maySeeAlbums ? await findAlbums(db, words) : [];
  return [...orders, ...events, ...albums, ...users];
}

function readOrderName(text: string): { number: number } | { key: string } | undefined {
  const number = ORDER_NUMBER.exec(text)?.[1];
  if (number) return { number: Number(number) };
  return ORDER_KEY.test(text) ? { key: text } : undefined;
}

const limit = sql`limit ${MAX_FOUND_OF_A_KIND}`;

async function find(db: Db, query: RawBuilder<FoundByStaff>): Promise<FoundByStaff[]> {
  return (await query.execute(db)).rows;
}

/** Ranks whole words in sequence first: "team 1" finds Team 1 before Team 150. */
function exactFirst(title: RawBuilder<string>, words: string[]): RawBuilder<number> {
  const text = sql`' ' || regexp_replace(search_text(${title}), '[^[:alnum:]]+', ' ', 'g') || ' '`;
  const hits = [...words, words.join(' ')].map(
    (word) => sql`(${text} like search_text(${containing(` ${word} `)}))::int`,
  );
  return sql`${sql.join(hits, sql` + `)} desc`;
}

const ALBUM_TITLE = sql<string>`trim(program_name || ' ' || team_name)`;

const findAlbums = (db: Db, words: string[]) =>
  find(
    db,
    sql`select 'album' as kind, albums.id, ${ALBUM_TITLE} as title,
      'Performance ' || performance_order || ', ' || events.name as detail, event_id as parent
    from albums join events on events.id = albums.event_id
    where ${hasAlbumKeywords(words)}
    order by ${exactFirst(ALBUM_TITLE, words)}, albums.created_at desc, albums.id desc ${limit}`,
  );

const findEvents = (db: Db, words: string[]) =>
  find(
    db,
    sql`select 'event' as kind, id, name as title, null as parent,
      concat_ws(', ', to_char(start_date, 'Mon FMDD, YYYY'), nullif(brand_name, ''), nullif(city, ''), nullif(state, '')) as detail
    from events where ${hasKeywords(EVENT_TEXT, words)}
    order by archived, ${exactFirst(sql`name`, words)}, start_date desc, id desc ${limit}`,
  );

const USER_TEXT = sql<string>`search_text(users.name || ' ' || users.email::text)`;

const findUsers = (db: Db, words: string[]) =>
  find(
    db,
    sql`select 'user' as kind, id, ${SHOWN_NAME} as title,
      case when trim(name) = '' then '' else ${SHOWN_EMAIL} end as detail, null as parent
    from users where deleted_at is null and claimed_email is null and ${hasKeywords(USER_TEXT, words)}
    order by ${exactFirst(sql`users.name`, words)}, id desc ${limit}`,
  );

type OrderHit = { id: number; userId: number; userName: string; state: OrderState; totalCents: number };

/** An order is known by its number or by its key. */
async function findOrders(db: Db, name: { number?: number; key?: string }): Promise<FoundByStaff[]> {
  const isNamed: RawBuilder<boolean> =
    name.number === undefined ? sql`orders.key = ${name.key ?? ''}` : sql`orders.id = ${name.number}`;
  const { rows } = await sql<OrderHit>`
    select orders.id, orders.user_id, ${SHOWN_NAME} as user_name, orders.state, orders.total_cents
    from orders join users on users.id = orders.user_id where ${isNamed} ${limit}`.execute(db);
  return rows.map(({ id, userId, userName, state, totalCents }) => ({
    kind: 'order',
    id,
    title: `Order ${id}`,
    detail: [userName, formatCents(totalCents), ORDER_STATE_NAMES[state]].filter(Boolean).join(', '),
    parent: userId,
  }));
}
