import { sql } from 'kysely';
import type { AlbumBatch } from '#contract/endpoints/album-batches.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { whereAll } from '#server/platform/lists/list-source.ts';
import { type AlbumFilters, albumConditions } from './admin-albums.queries.ts';

export type BatchAction = AlbumBatch['action'];
export type NewBatch = {
  key: string;
  actorId: number;
  action: BatchAction;
  undoes?: string;
  createdAt: Date;
};

/** Returns false if a batch with this key exists, or one that undoes the same batch. */
export async function insertBatch(db: Db, batch: NewBatch): Promise<boolean> {
  const row = await db
    .insertInto('albumBatches')
    .values(batch)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

export type BatchRow = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

export async function findBatch(db: Db, key: string) {
  const row = await db.selectFrom('albumBatches').selectAll().where('key', '=', key).executeTakeFirst();
  return row && { ...row, action: row.action as BatchAction };
}

/** Keeps two workers from running the same batch at the same time. */
export async function lockBatch(db: Db, key: string) {
  await db.selectFrom('albumBatches').select('key').where('key', '=', key).forUpdate().execute();
  return findBatch(db, key);
}

/** Records albums that do not exist as failed. */
export async function addAlbums(db: Db, key: string, albumIds: readonly number[]): Promise<void> {
  await sql`
    insert into album_batch_items (batch_key, album_id, outcome)
    select distinct ${key}::uuid, wanted.id, case when albums.id is null then 'failed' end
    from unnest(${albumIds}::integer[]) as wanted (id)
    left join albums on albums.id = wanted.id`.execute(db);
}

export async function addFilteredAlbums(
  db: Db,
  key: string,
  filters: AlbumFilters,
  except: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into album_batch_items (batch_key, album_id)
    select ${key}::uuid, albums.id from albums
    ${whereAll([...albumConditions(filters), sql`albums.id <> all (${except}::integer[])`])}`.execute(db);
  return Number(numAffectedRows);
}

export async function addChangedAlbums(db: Db, key: string, undoneKey: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into album_batch_items (batch_key, album_id)
    select ${key}::uuid, album_id from album_batch_items
    where batch_key = ${undoneKey} and outcome = 'changed'`.execute(db);
  return Number(numAffectedRows);
}

export function listUnpublished(db: Db, key: string) {
  return db
    .selectFrom('albumBatchItems')
    .innerJoin('albums', 'albums.id', 'albumBatchItems.albumId')
    .select(['albums.publishedAt', 'albums.imagesCount'])
    .where('batchKey', '=', key)
    .where('albums.publishedAt', 'is', null)
    .execute();
}

export type WaitingAlbum = Awaited<ReturnType<typeof lockWaitingAlbums>>[number];

/** Locks in id order, so that two batches wait for each other and never in a circle. */
export function lockWaitingAlbums(db: Db, key: string, limit: number) {
  return db
    .selectFrom('albumBatchItems')
    .innerJoin('albums', 'albums.id', 'albumBatchItems.albumId')
    .select(['albums.id', 'albums.publishedAt', 'albums.imagesCount'])
    .where('batchKey', '=', key)
    .where('outcome', 'is', null)
    .orderBy('albums.id')
    .limit(limit)
    .forNoKeyUpdate('albums')
    .execute();
}

export type Outcome = {
  albumId: number;
  outcome: 'changed' | 'unchanged';
  publishedBefore: string | null;
  publishedAfter: string | null;
  /** Users who had not yet been told of the album when it was unpublished. */
  unnotified: number[];
};

export async function noteOutcomes(db: Db, key: string, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update album_batch_items as item
    set outcome = done.outcome, published_before = done.published_before,
      published_after = done.published_after, unnotified = done.unnotified
    from json_to_recordset(${JSON.stringify(outcomes.map(toWire))}::json) as done (
      album_id integer, outcome text, published_before timestamptz, published_after timestamptz, unnotified integer[])
    where item.batch_key = ${key} and item.album_id = done.album_id`.execute(db);
}

export type UndoneItem = Awaited<ReturnType<typeof findUndoneItems>>[number];

export function findUndoneItems(db: Db, undoneKey: string, albumIds: number[]) {
  return db
    .selectFrom('albumBatchItems')
    .select(['albumId', 'publishedBefore', 'publishedAfter', 'unnotified'])
    .where('batchKey', '=', undoneKey)
    .where('albumId', '=', anyOf(albumIds))
    .execute();
}

export async function countOutcomes(db: Db, key: string) {
  const counts = await db
    .selectFrom('albumBatchItems')
    .select((eb) => ['outcome', eb.fn.countAll<number>().as('albums')])
    .where('batchKey', '=', key)
    .groupBy('outcome')
    .execute();
  return new Map(counts.map(({ outcome, albums }) => [outcome, albums]));
}

export async function listFailedAlbums(db: Db, key: string): Promise<number[]> {
  const rows = await db
    .selectFrom('albumBatchItems')
    .select('albumId')
    .where('batchKey', '=', key)
    .where('outcome', '=', 'failed')
    .orderBy('albumId')
    .execute();
  return rows.map(({ albumId }) => albumId);
}
