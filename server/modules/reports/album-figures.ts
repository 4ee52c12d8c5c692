import type { ListedAlbum } from '#contract/entities/staff-event.ts';
import type { Context } from '#server/context.ts';
import { prepareAlbumJob, prepareKeys } from '#server/modules/catalogue/prepare-soon.ts';
import { findUnprepared, sumAlbumSales } from './album-figures.queries.ts';
import { countSold } from './event.queries.ts';
import { keptAlbumsOf } from './kept/keep-albums.queries.ts';
import { refreshAlbums } from './kept/keep-albums.ts';
import { listFailedAlbums } from './show-overview.ts';

type Figures = Pick<ListedAlbum, 'sold' | 'revenue' | 'zip'>;
type Sized = { id: number; imagesCount: number };

/** What the staff list of albums shows beside each of them, and is sorted by. */
export function albumFigures(context: Pick<Context, 'db' | 'queue' | 'payments'>) {
  return {
    of: (albums: readonly Sized[]) => readAlbumFigures(context, albums),
    async readSales() {
      await refreshAlbums(context);
      return keptAlbumsOf(context.payments.mode);
    },
  };
}

async function readAlbumFigures(
  { db, queue, payments }: Pick<Context, 'db' | 'queue' | 'payments'>,
  albums: readonly Sized[],
): Promise<(albumId: number) => Figures> {
  const ids = albums.map(({ id }) => id);
  const { mode } = payments;
  const sold = new Map((await countSold(db, { albumIds: ids, mode })).map((row) => [row.albumId, row]));
  const revenue = await sumAlbumSales(db, ids, mode);
  const unprepared = await findUnprepared(db, ids);
  const failed = new Set(listFailedAlbums(await queue.listDeadLetters()));
  const underWay = new Set(await queue.listUnderWay(prepareAlbumJob, ids.flatMap(prepareKeys)));
  const empty = new Set(albums.filter(({ imagesCount }) => imagesCount === 0).map(({ id }) => id));
  const zipOf = (id: number): Figures['zip'] => {
    if (empty.has(id)) return 'no_photos';
    if (prepareKeys(id).some((key) => underWay.has(key))) return 'working';
    if (failed.has(id)) return 'failed';
    return unprepared.has(id) ? 'not_prepared' : 'ready';
  };
  return (id) => ({
    sold: (sold.get(id)?.albums ?? 0) + (sold.get(id)?.images ?? 0),
    revenue: revenue.get(id) ?? 0,
    zip: zipOf(id),
  });
}
