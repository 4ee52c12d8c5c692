import { type RawBuilder, sql } from 'kysely';
import type { AdminAlbum, ListedAlbum } from '#contract/entities/staff-event.ts';
import { albumList } from '#contract/lists/albums.ts';
import type { FilterValues, ListSort, SortKey } from '#contract/lists/list.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { splitKeywords } from '#server/platform/lists/keywords.ts';
import {
  jumpTo,
  type ListSource,
  orderBy,
  type SortPart,
  sortPart,
  sqlList,
  whereAll,
} from '#server/platform/lists/list-source.ts';
import { type AlbumRow, hasAlbumKeywords } from './albums.ts';
import { type ListedAlbumRow, toAdminAlbum, toListedAlbum } from './catalogue.wire.ts';
import { openCover } from './covers.ts';

type AlbumList = typeof albumList;
export type AlbumFilters = FilterValues<AlbumList>;

const FROM = sql`albums join events on events.id = albums.event_id`;
const ID = sortPart('albums.id', 'bigint');
const ORDER = sortPart('albums.performance_order', 'bigint');

const SORTS: Record<SortKey<AlbumList>, SortPart[]> = {
  created_at: [sortPart('albums.created_at', 'timestamptz')],
  performance_order: [ORDER],
  name: [sortPart('lower(albums.program_name)', 'text'), sortPart('lower(albums.team_name)', 'text')],
  event: [sortPart('lower(events.name)', 'text'), sortPart('events.id', 'bigint'), ORDER],
  images_count: [sortPart('albums.images_count', 'bigint')],
  // Albums that were never published count as published before all others.
  published_at: [sortPart(`coalesce(albums.published_at, '-infinity')`, 'timestamptz')],
  sold: [sortPart('coalesce(sales.value, 0)', 'bigint')],
  revenue: [sortPart('coalesce(sales.value, 0)', 'bigint')],
};

const STATES: Record<NonNullable<AlbumFilters['state']>, RawBuilder<boolean>> = {
  published: sql`albums.published_at is not null`,
  draft: sql`albums.published_at is null`,
  empty: sql`albums.images_count = 0`,
  archived: sql`albums.event_id in (select id from events where archived)`,
};

export function albumConditions({ q = '', event, state }: AlbumFilters): RawBuilder<boolean>[] {
  const conditions = [hasAlbumKeywords(splitKeywords(q))];
  if (event !== undefined) conditions.push(sql`albums.event_id = ${event}`);
  if (state !== undefined) conditions.push(STATES[state]);
  return conditions;
}

/** Sales and downloads of albums. The reports module implements it. */
export type AlbumTotals = {
  of(
    albums: readonly { id: number; imagesCount: number }[],
  ): Promise<(albumId: number) => Pick<ListedAlbum, 'sold' | 'revenue' | 'zip'>>;
  /** A subquery with the `album_id` and the `value` of every album that has one. */
  valuesFor(key: 'sold' | 'revenue'): RawBuilder<unknown>;
};

/** The sales of all albums are joined only where the list is sorted by them. */
const tablesFor = (key: SortKey<AlbumList>, totals: AlbumTotals) =>
  key === 'sold' || key === 'revenue'
    ? sql`${FROM} left join ${totals.valuesFor(key)} sales on sales.album_id = albums.id`
    : FROM;

export function albumSource(
  context: Pick<Context, 'clock' | 'imageKeys' | 'config'>,
  totals: AlbumTotals,
): ListSource<AlbumList> {
  const { publicUrl } = context.config;
  const listFrom = (from: RawBuilder<unknown>) =>
    sqlList(albumList, {
      from,
      id: ID,
      select: sql`albums.*, events.name as event_name, events.start_date as event_date, events.city, events.state`,
      sorts: SORTS,
      where: albumConditions,
      toRows: async (rows: ListedAlbumRow[], _db, _filters, readerId) => {
        const totalsOf = await totals.of(rows);
        return rows.map((row) =>
          toListedAlbum(row, {
            publicUrl,
            cover: openCover(context, row, readerId),
            totals: totalsOf(row.id),
          }),
        );
      },
    });
  return {
    readPage: (db, request) => listFrom(tablesFor(request.sort.key, totals)).readPage(db, request),
    count: (db, filters) => listFrom(FROM).count(db, filters),
  };
}

type WholeList = { filters: AlbumFilters; sort: ListSort<AlbumList>; start: number; limit: number };

export async function listAdminAlbums(
  db: Db,
  request: WholeList,
  totals: AlbumTotals,
): Promise<AdminAlbum[]> {
  const { filters, sort, start, limit } = request;
  const from = tablesFor(sort.key, totals);
  const order = sql`order by ${orderBy([...SORTS[sort.key], ID], sort.direction)}`;
  const wanted = sql`${from} ${whereAll(albumConditions(filters))} ${order}`;
  const page =
    start > 0 ? jumpTo({ from, id: ID }, wanted, order, { start, limit }) : sql`${wanted} limit ${limit}`;
  const { rows } = await sql<AlbumRow>`select albums.* from ${page}`.execute(db);
  return rows.map(toAdminAlbum);
}
