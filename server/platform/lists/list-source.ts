import { type RawBuilder, sql } from 'kysely';
import type { AnyList, FilterValues, ListSort, RowOf, SortKey } from '#contract/lists/list.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';

type PageRequest<L extends AnyList> = {
  filters: FilterValues<L>;
  sort: ListSort<L>;
  after: string | undefined;
  start: number;
  limit: number;
  /** The reader, because some rows carry picture addresses that work only for them. */
  readerId: number;
};

/** The source of a list's rows; `sqlList` builds one from SQL fragments. */
export type ListSource<L extends AnyList, Totals extends object = object> = {
  readPage(db: Db, request: PageRequest<L>): Promise<{ rows: RowOf<L>[]; next: string | null }>;
  count(db: Db, filters: FilterValues<L>): Promise<{ total: number } & Totals>;
};

/** One value to sort by. It must never be null: use coalesce. */
export type SortPart = { by: RawBuilder<unknown>; type: SortType };

export const sortPart = (by: string | RawBuilder<unknown>, type: SortType): SortPart => ({
  by: typeof by === 'string' ? sql.raw(by) : by,
  type,
});

type Sorts<L extends AnyList> = { [K in SortKey<L>]: readonly SortPart[] };

type SqlList<L extends AnyList, Record> = {
  /** The tables and joins, after `from`. */
  from: RawBuilder<unknown>;
  /** The columns, after `select`. */
  select: RawBuilder<unknown>;
  /** Makes every order total, so that no page repeats or skips a row. */
  id: SortPart;
  /** A function where the order depends on the filters. */
  sorts: Sorts<L> | ((filters: FilterValues<L>) => Sorts<L>);
  where(
    filters: FilterValues<L>,
    db: Db,
  ): readonly RawBuilder<boolean>[] | Promise<readonly RawBuilder<boolean>[]>;
  /** Not needed where the columns have the names of the wire. */
  toRows?(
    records: Record[],
    db: Db,
    filters: FilterValues<L>,
    readerId: number,
  ): RowOf<L>[] | Promise<RowOf<L>[]>;
};

export function sqlList<L extends AnyList, Record extends object = RowOf<L>>(
  _list: L,
  source: SqlList<L, Record>,
): ListSource<L> {
  return {
    async readPage(db, { filters, sort, after, start, limit, readerId }) {
      const sorts = typeof source.sorts === 'function' ? source.sorts(filters) : source.sorts;
      const parts = [...sorts[sort.key], source.id];
      const conditions = [...(await source.where(filters, db))];
      if (after !== undefined) conditions.push(isAfter(parts, sort, after));
      const order = sql`order by ${orderBy(parts, sort.direction)}`;
      const wanted = sql`${source.from} ${whereAll(conditions)} ${order}`;
      const page =
        after === undefined && start > 0
          ? jumpTo(source, wanted, order, { start, limit: limit + 1 })
          : sql`${wanted} limit ${limit + 1}`;
      const { rows } = await sql<Record & { cursor: string[] }>`
        select ${source.select}, array[${sql.join(parts.map(({ by }) => sql`(${by})::text`))}] as cursor
        from ${page}`.execute(source.toRows ? db : db.withoutPlugins());
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        rows: source.toRows
          ? await source.toRows(shown, db, filters, readerId)
          : shown.map(({ cursor: _cursor, ...row }) => row as unknown as RowOf<L>),
        next: rows.length > limit && last ? writeCursor(sort, last.cursor) : null,
      };
    },
    async count(db, filters) {
      const conditions = await source.where(filters, db);
      const { rows } = await sql<{ total: number }>`
        select count(*) as total from ${source.from} ${whereAll(conditions)}`.execute(db);
      return { total: rows[0]?.total ?? 0 };
    },
  };
}

/** Skips ids instead of whole rows, which is much faster far down a long list. */
export function jumpTo(
  { from, id }: Pick<SqlList<never, object>, 'from' | 'id'>,
  wanted: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { start, limit }: { start: number; limit: number },
): RawBuilder<unknown> {
  const ids = sql`select ${id.by} from ${wanted} offset ${start} limit ${limit}`;
  return sql`${from} where ${id.by} = any (array(${ids})) ${order}`;
}

export function orderBy(parts: readonly SortPart[], direction: 'asc' | 'desc'): RawBuilder<unknown> {
  return sql.join(parts.map(({ by }) => sql`${by} ${sql.raw(direction)}`));
}

export function whereAll(conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

function isAfter(
  parts: readonly SortPart[],
  sort: { key: string; direction: 'asc' | 'desc' },
  after: string,
): RawBuilder<boolean> {
  const types = parts.map(({ type }) => type);
  const values = readCursor(sort, types, after);
  const last = sql.join(values.map((value, index) => sql`${value}::${sql.raw(types[index] ?? 'text')}`));
  const own = sql.join(parts.map(({ by }) => by));
  return sql<boolean>`(${own}) ${sql.raw(sort.direction === 'asc' ? '>' : '<')} (${last})`;
}

type SortType = 'text' | 'citext' | 'bigint' | 'boolean' | 'timestamptz' | 'date';

type Sort = { key: string; direction: 'asc' | 'desc' };

/** PostgreSQL's own spelling of each type; a cursor with anything else was not made by us. */
const SPELLING: Record<SortType, RegExp> = {
  text: /^[^\0]*$/,
  citext: /^[^\0]*$/,
  bigint: /^-?\d{1,18}$/,
  boolean: /^(true|false)$/,
  timestamptz: /^(-?infinity|\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00)$/,
  date: /^(-?infinity|\d{4,6}-\d\d-\d\d)$/,
};

/** The place of a row in one order of a list, as a token for the address of the next page. */
export function writeCursor({ key, direction }: Sort, values: readonly string[]): string {
  return Buffer.from(JSON.stringify([key, direction, ...values])).toString('base64url');
}

function readCursor({ key, direction }: Sort, types: readonly SortType[], token: string): string[] {
  const parts = parse(token);
  const [ofKey, ofDirection, ...values] = parts;
  const isOurs =
    ofKey === key &&
    ofDirection === direction &&
    values.length === types.length &&
    types.every((type, index) => SPELLING[type].test(values[index] ?? '\0'));
  if (!isOurs) {
    throw new AppError('invalid_request', {
      details: [{ path: 'after', message: 'Not a page of this list' }],
    });
  }
  return values;
}

function parse(token: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : [];
  } catch {
    return [];
  }
}
