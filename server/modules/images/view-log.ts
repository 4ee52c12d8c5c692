import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { createCache } from '#server/platform/database/cache.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';

/** The person whose copy of a preview is sent. `code` becomes part of the mark; links have their own codes. */
export type Viewer = { code: string; userId: number | null };

export const accountViewer = (userId: number): Viewer => ({ code: `account:${userId}`, userId });
/** A visitor who is not logged in and followed no link. */
export const ANY_VIEWER: Viewer = { code: 'anyone', userId: null };

type LinkKind = 'pass' | 'wall' | 'photo-link';
export const linkViewer = (kind: LinkKind, linkId: number): Viewer => ({
  code: `${kind}:${linkId}`,
  userId: null,
});

export type ViewLog = ReturnType<typeof createViewLog>;

/** First and last number, the last one excluded. */
type Span = { start: number; end: number };
/** The recorded end of a viewing is exact to this time. */
const RENEW_MS = 10 * 60_000;
const MAX_NOTED = 10_000;
const MAX_SPANS = 200;
const ACCOUNT_GONE = '23503';

/**
 * Writes who is shown which photos before the first of them is sent: one row per viewer, folder and day, with every
 * photo of the folder. The process remembers what is written, so that further pictures cost nothing.
 */
export function createViewLog(context: Pick<Context, 'db' | 'clock'>) {
  const noted = createCache<string, Span[]>({ max: MAX_NOTED, ttlMs: RENEW_MS, clock: context.clock });

  async function write(viewer: Viewer, folder: string, imageId: number): Promise<Span[]> {
    const now = context.clock.now();
    const photos = await listPhotosInFolder(context.db, folder);
    const images = writeSpans(spansOf([...photos, imageId]));
    const row = { viewer: viewer.code, userId: viewer.userId, folder, day: dayOf(now), images, now };
    return readSpans(await addShownPreviews(context.db, row).catch(refuseDeleted));
  }

  async function note(key: string, viewer: Viewer, folder: string, imageId: number): Promise<void> {
    const load = () => write(viewer, folder, imageId);
    const spans = await noted.get(key, load);
    if (!isWithin(spans, imageId)) await noted.reload(key, load);
  }

  return {
    /** Resolves once it is on record that this person is shown the photo. Returns nothing if it is already. */
    note(viewer: Viewer, folder: string, imageId: number) {
      const key = `${viewer.code} ${folder} ${dayOf(context.clock.now())}`;
      const known = noted.peek(key);
      return known && isWithin(known, imageId) ? undefined : note(key, viewer, folder, imageId);
    },
  };
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

function refuseDeleted(error: unknown): never {
  const isGone = (error as { code?: string }).code === ACCOUNT_GONE;
  throw isGone ? new AppError('image_token_invalid') : error;
}

/**
 * Photos of one album mostly have neighboring numbers. Where they do not, small gaps are closed until the row is short:
 * a name too many among those asked does no harm, because only the owner of a copy has its code.
 */
export function spansOf(imageIds: readonly number[]): Span[] {
  const sorted = [...new Set(imageIds)].sort((a, b) => a - b);
  for (let gap = 0; ; gap = gap * 2 + 1) {
    const spans: Span[] = [];
    for (const id of sorted) {
      const last = spans.at(-1);
      if (last && id - last.end <= gap) last.end = id + 1;
      else spans.push({ start: id, end: id + 1 });
    }
    if (spans.length <= MAX_SPANS) return spans;
  }
}

const writeSpans = (spans: readonly Span[]) =>
  `{${spans.map(({ start, end }) => `[${start},${end})`).join(',')}}`;

function readSpans(multirange: string): Span[] {
  return [...multirange.matchAll(/\[(\d+),(\d+)\)/g)].map(([, start, end]) => ({
    start: Number(start),
    end: Number(end),
  }));
}

function isWithin(spans: readonly Span[], imageId: number): boolean {
  return spans.some(({ start, end }) => start <= imageId && imageId < end);
}

/** Lists the photos whose files are in the folder of an album, or in the tray of an event. */
export async function listPhotosInFolder(db: Db, folderUuid: string): Promise<number[]> {
  const ready = db.selectFrom('images').select('images.id').where('state', '=', 'ready');
  const inAlbum = ready
    .where('hiddenAt', 'is', null)
    .where('albumId', 'in', albumsToJoin(db).where('uuid', '=', folderUuid).clearSelect().select('id'));
  const inTray = ready
    .where((eb) => eb.or([eb('albumId', 'is', null), eb('hiddenAt', 'is not', null)]))
    .where('eventId', 'in', eventsToJoin(db).where('trayUuid', '=', folderUuid).clearSelect().select('id'));
  const rows = await inAlbum.unionAll(inTray).execute();
  return rows.map(({ id }) => id);
}

type ShownPreviews = {
  viewer: string;
  userId: number | null;
  folder: string;
  day: string;
  /** The text of a PostgreSQL multirange. */
  images: string;
  now: Date;
};

/** Adds to what the viewer was shown of this folder today, and returns all of that. */
export async function addShownPreviews(db: Db, { now, ...shown }: ShownPreviews): Promise<string> {
  const { images } = await db
    .insertInto('shownPreviews')
    .values({ ...shown, firstAt: now, lastAt: now })
    .onConflict((conflict) =>
      conflict.columns(['viewer', 'folder', 'day']).doUpdateSet({
        images: sql<string>`shown_previews.images + excluded.images`,
        firstAt: sql<string>`least(shown_previews.first_at, excluded.first_at)`,
        lastAt: sql<string>`greatest(shown_previews.last_at, excluded.last_at)`,
      }),
    )
    .returning(sql<string>`images::text`.as('images'))
    .executeTakeFirstOrThrow();
  return images;
}

export type Viewing = { viewer: string; userId: number | null; firstAt: string; lastAt: string };

/** Lists who was shown a photo, in the order of their names, so that a long list can be read in parts. */
export function listViewings(
  db: Db,
  { imageId, after, limit }: { imageId: number; after: string; limit: number },
): Promise<Viewing[]> {
  return db
    .selectFrom('shownPreviews')
    .select((eb) => [
      'viewer',
      'userId',
      eb.fn.min('firstAt').as('firstAt'),
      eb.fn.max('lastAt').as('lastAt'),
    ])
    .where(sql<boolean>`images @> ${imageId}::bigint`)
    .where('viewer', '>', after)
    .groupBy(['viewer', 'userId'])
    .orderBy('viewer')
    .limit(limit)
    .execute();
}

export async function deleteShownPreviews(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('shownPreviews').where('lastAt', '<', before.toISOString()).execute();
}
