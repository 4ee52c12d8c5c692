import type { Context } from '#server/context.ts';
import type { Database, Db } from '#server/platform/database.ts';
import { lockName } from '#server/platform/lock-name.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { sumAlbumSales } from '../album-figures.queries.ts';
import { countSold } from '../event.queries.ts';
import {
  hasChangedAlbums,
  takeChangedAlbums,
  writeEventSums,
  writeKeptAlbums,
} from './keep-albums.queries.ts';

const CHANGES_PER_BATCH = 2_000;
/** A reader leaves the rest of a long backlog, which only an upgrade causes, to the job. */
const MOST_BATCHES_OF_READER = 5;
const MODES: readonly PaymentMode[] = ['sandbox', 'test', 'live'];

/** Counts the albums and events again whose sales have changed. Each batch is a transaction, so that it can be interrupted. */
export async function keepAlbums({ db }: Pick<Context, 'db'>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await keepNextAlbums(db)));
}

/** Brings the kept sums up to date before somebody reads a list that is sorted by them. */
export async function refreshAlbums({ db }: Pick<Context, 'db'>): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES_OF_READER && (await keepNextAlbums(db)); batch++);
}

/** Returns false if no album has changed. */
async function keepNextAlbums(db: Database): Promise<boolean> {
  if (!(await hasChangedAlbums(db))) return false;
  return db.transaction().execute(async (tx) => {
    // The counts below start after the lock is held, so they never overwrite a later count of another process.
    await lockName(tx, 'kept albums');
    const albumIds = await takeChangedAlbums(tx, CHANGES_PER_BATCH);
    if (albumIds.length === 0) return false;
    for (const mode of MODES) await countAgain(tx, mode, albumIds);
    await writeEventSums(tx, albumIds);
    return true;
  });
}

async function countAgain(db: Db, mode: PaymentMode, albumIds: number[]): Promise<void> {
  const sold = new Map((await countSold(db, { albumIds, mode })).map((row) => [row.albumId, row]));
  const revenue = await sumAlbumSales(db, albumIds, mode);
  const albums = albumIds.map((albumId) => {
    const { albums: whole = 0, images: single = 0 } = sold.get(albumId) ?? {};
    return { albumId, sold: whole + single, cents: revenue.get(albumId) ?? 0 };
  });
  await writeKeptAlbums(db, mode, albums);
}
