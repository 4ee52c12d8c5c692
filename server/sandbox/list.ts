import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { invalidRequest, noSuchObject } from './errors.ts';
import type { PageParams } from './params.ts';
import type { Bodies, Kind } from './store.ts';

const DEFAULT_LIMIT = 10;

type Filters = Record<string, string | undefined>;
export type Window = { limit: number; before: number | undefined; after: number | undefined };

/** Newest first, as the provider lists everything. */
export async function listObjects<K extends Kind>(
  call: Call,
  kind: K,
  url: string,
  page: PageParams,
  filters: Filters = {},
): Promise<Stripe.ApiList<Bodies[K]>> {
  const window = await readWindow(page, (id) => positionOf(call, kind, id));
  let query = call.tx
    .selectFrom('sandboxObjects')
    .select('body')
    .where('kind', '=', kind)
    .where(sql<boolean>`not (body ? 'deleted')`)
    .where(createdWithin(page.created))
    .orderBy('position', window.after === undefined ? 'desc' : 'asc')
    .limit(window.limit + 1);
  for (const [field, value] of Object.entries(filters)) {
    if (value !== undefined) query = query.where(sql<string>`body ->> ${sql.lit(field)}`, '=', value);
  }
  if (window.before !== undefined) query = query.where('position', '<', window.before);
  if (window.after !== undefined) query = query.where('position', '>', window.after);
  const rows = await query.execute();
  return toPage(
    rows.map((row) => row.body as unknown as Bodies[K]),
    window,
    url,
  );
}

export async function readWindow(
  page: PageParams,
  positionOfId: (id: string) => Promise<number | undefined>,
): Promise<Window> {
  if (page.starting_after && page.ending_before) {
    throw invalidRequest('You may only specify one of these parameters: ending_before, starting_after.', {
      code: 'parameters_exclusive',
    });
  }
  const position = async (id: string | undefined, param: string) => {
    if (id === undefined) return undefined;
    const found = await positionOfId(id);
    if (found === undefined) throw noSuchObject('object', id, param);
    return found;
  };
  return {
    limit: page.limit ?? DEFAULT_LIMIT,
    before: await position(page.starting_after, 'starting_after'),
    after: await position(page.ending_before, 'ending_before'),
  };
}

/** One row more than asked for was read: it only says that there are more. */
export function toPage<T>(rows: T[], window: Window, url: string): Stripe.ApiList<T> {
  const data = rows.slice(0, window.limit);
  if (window.after !== undefined) data.reverse();
  return { object: 'list', data, has_more: rows.length > window.limit, url };
}

export function createdWithin(created: PageParams['created']) {
  const range = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {});
  const bounds = [
    range.gt === undefined ? undefined : sql`created > ${range.gt}`,
    range.gte === undefined ? undefined : sql`created >= ${range.gte}`,
    range.lt === undefined ? undefined : sql`created < ${range.lt}`,
    range.lte === undefined ? undefined : sql`created <= ${range.lte}`,
  ].filter((bound) => bound !== undefined);
  return bounds.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(bounds, sql` and `)}`;
}

async function positionOf(call: Call, kind: Kind, id: string): Promise<number | undefined> {
  const row = await call.tx
    .selectFrom('sandboxObjects')
    .select('position')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.position;
}
