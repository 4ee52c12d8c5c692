import { sql } from 'kysely';
import type { Call } from './call.ts';
import { noSuchObject } from './errors.ts';
import type { Bodies, Kind } from './objects.ts';
import type { PageParams } from './params.ts';

const DEFAULT_LIMIT = 10;

export type Page<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

/** Lists newest first, like the provider. */
export async function listObjects<K extends Kind>(
  call: Call,
  kind: K,
  url: string,
  {
    limit = DEFAULT_LIMIT,
    starting_after: startingAfter,
    created,
    ...filters
  }: PageParams & Record<string, unknown>,
  hidden: Readonly<Record<string, string>> = {},
): Promise<Page<Bodies[K]>> {
  let query = call.tx
    .selectFrom('sandboxObjects')
    .select('body')
    .where('kind', '=', kind)
    .where('created', '>=', created?.gte ?? 0)
    .$if(created?.lt !== undefined, (one) => one.where('created', '<', created?.lt ?? 0))
    .orderBy('position', 'desc')
    .limit(limit + 1);
  for (const [field, value] of Object.entries(filters)) {
    if (value !== undefined) query = query.where(sql`body ->> ${sql.lit(field)}`, '=', value);
  }
  for (const [field, value] of Object.entries(hidden)) {
    query = query.where(sql`hidden ->> ${sql.lit(field)}`, '=', value);
  }
  if (startingAfter) {
    query = query.where('position', '<', await positionOf(call, 'sandboxObjects', startingAfter));
  }
  const rows = await query.execute();
  return toPage(
    rows.map((row) => row.body as unknown as Bodies[K]),
    limit,
    url,
  );
}

export async function positionOf(
  call: Call,
  table: 'sandboxEvents' | 'sandboxObjects',
  id: string,
): Promise<number> {
  const row = await call.tx.selectFrom(table).select('position').where('id', '=', id).executeTakeFirst();
  if (!row) throw noSuchObject('object', id);
  return row.position;
}

/** The queries read one row more than the limit to know whether another page follows. */
export function toPage<T>(rows: T[], limit: number, url: string): Page<T> {
  return { object: 'list', data: rows.slice(0, limit), has_more: rows.length > limit, url };
}
