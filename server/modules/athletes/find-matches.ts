import { sql } from 'kysely';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import type { AlbumMatches } from '#contract/entities/athlete.ts';
import type { Tx } from '#server/context.ts';
import { ownershipsOf } from '#server/modules/catalogue/album-ownership.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { openOwnedCover } from '#server/modules/catalogue/covers.ts';
import { holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import { listSearchedAlbums } from '#server/modules/found-albums/held-album.ts';
import { visibleImages } from '#server/modules/images/album-images.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { issueThumbToken, MAX_IMAGES_PER_TOKEN } from '#server/platform/security/image-tokens.ts';
import { listAthleteRows, touchAthlete } from './athletes.queries.ts';
import { getOwnAthlete, isMatchingOn, type ShowTx, showAthlete } from './athletes.ts';
import { toWireAlbumCount, toWireAlbumMatches, toWireAthleteImages } from './athletes.wire.ts';
import { countByAlbum, isSure, listMatches, listSureFaces, type MatchRow } from './matches.queries.ts';

const MAX_ALBUMS = 200;

/** Sorts albums by their event, the newest first, then by certain matches. Each shows as many photos as one token opens. */
export async function findAthleteImages(
  tx: ShowTx,
  { userId }: Actor,
  athleteId: number,
): Promise<{ athlete: UserAthlete; albums: AlbumMatches[] }> {
  await getOwnAthlete(tx.db, userId, athleteId);
  await touchAthlete(tx.db, athleteId, tx.clock.now());
  const athlete = await showAthlete(tx, athleteId);
  if (!(await isMatchingOn(tx))) return { athlete, albums: [] };
  const searched = await listSearchedAlbums(tx, userId);
  const byAlbum = Map.groupBy(await listMatches(tx.db, [athleteId], searched), ({ albumId }) => albumId);
  const sureIn = (albumId: number) => (byAlbum.get(albumId) ?? []).filter(({ isSure }) => isSure).length;
  // `searched` is sorted by age, and the sort below is stable.
  const albumIds = searched.filter((albumId) => byAlbum.has(albumId)).slice(0, MAX_ALBUMS);
  const albums = await openAlbums(tx, userId, albumIds, byAlbum);
  const dayOf = ({ album }: AlbumMatches) => Date.parse(album.events[0]?.start_date ?? '') || 0;
  albums.sort((a, b) => dayOf(b) - dayOf(a) || sureIn(b.album.id) - sureIn(a.album.id));
  return { athlete, albums };
}

async function openAlbums(
  tx: ShowTx,
  userId: number,
  albumIds: number[],
  byAlbum: ReadonlyMap<number, MatchRow[]>,
): Promise<AlbumMatches[]> {
  const albums = await albumsById(tx, albumIds, userId);
  const ownershipOf = await ownershipsOf(tx.purchases, tx.db, userId, albumIds);
  const bought = new Set((await tx.purchases.ownedImagesOf(tx.db, userId)).map(({ image }) => image));
  return albumIds.flatMap((albumId) => {
    const found = albums.get(albumId);
    if (!found) return [];
    const rows = (byAlbum.get(albumId) ?? []).slice(0, MAX_IMAGES_PER_TOKEN);
    const { owned } = ownershipOf(albumId);
    const imageIds = rows.map(({ imageId }) => imageId);
    const isOwned = (imageId: number) => owned || bought.has(imageId);
    const open = (ids: number[], kind: 'thumbs' | 'clean-thumbs') =>
      issueThumbToken(tx, { folderUuid: found.album.uuid, userId, imageIds: ids }, kind);
    const ownedIds = imageIds.filter(isOwned);
    // Owned photos have their own token, because the browser keeps the marked thumbs of the other one.
    const ownedAuth = ownedIds.length > 0 ? open(ownedIds, 'clean-thumbs') : null;
    const auth = open(imageIds, 'thumbs');
    const album = owned ? openOwnedCover(tx, found.album, userId) : found.album;
    return [
      toWireAlbumMatches({ found: { ...found, album }, auth, ownedAuth, rows, isAlbumOwned: owned, isOwned }),
    ];
  });
}

export async function countAlbumAthletes(tx: ShowTx, { userId }: Actor) {
  if (!(await isMatchingOn(tx))) return [];
  const athletes = await listAthleteRows(tx.db, userId);
  const names = new Map(athletes.map(({ id, name }) => [id, name]));
  const counts = await countByAlbum(tx.db, [...names.keys()], await listSearchedAlbums(tx, userId));
  return counts.map((row) => toWireAlbumCount(row, names.get(row.athleteId) ?? ''));
}

export async function listAthletesInAlbum(tx: ShowTx, { userId }: Actor, albumId: number) {
  if (!(await holdsAlbum(tx.db, userId, albumId))) throw new AppError('not_found');
  const isSearched = (await listSearchedAlbums(tx, userId)).includes(albumId);
  if (!isSearched || !(await isMatchingOn(tx))) return [];
  const athletes = await listAthleteRows(tx.db, userId);
  const rows = await listMatches(
    tx.db,
    athletes.map(({ id }) => id),
    [albumId],
  );
  return athletes.flatMap((athlete) => {
    const own = rows.filter(({ athleteId }) => athleteId === athlete.id);
    return own.length === 0 ? [] : [toWireAthleteImages(athlete, own)];
  });
}

/** Returns the albums that show one of the customer's athletes. */
export async function hasMatchIn(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  albumIds: number[],
): Promise<Set<number>> {
  if (!(await isMatchingOn(tx))) return new Set();
  return new Set((await findMatchedImages(tx.db, userId, albumIds)).map(({ albumId }) => albumId));
}

type Item = { albumId: number; imageId: number | null };

/** Returns whether every item shows one of the customer's athletes: the photo itself, or a photo of the album. */
export async function showAthletes(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  items: readonly Item[],
): Promise<boolean> {
  if (items.length === 0 || !(await isMatchingOn(tx))) return false;
  const albumIds = items.map(({ albumId }) => albumId);
  const images = await findMatchedImages(tx.db, userId, albumIds);
  return items.every((item) =>
    images.some(
      ({ id, albumId }) => albumId === item.albumId && (item.imageId === null || id === item.imageId),
    ),
  );
}

type Athlete = { id: number; name: string };

/** Lists the customer's athletes that surely are in each photo. */
export async function athletesInPhotos(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  imageIds: number[],
): Promise<Map<number, Athlete[]>> {
  if (imageIds.length === 0 || !(await isMatchingOn(tx))) return new Map();
  const rows = await tx.db
    .selectFrom('athleteMatches as matches')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'matches.athleteId')
    .select(['matches.imageId', 'athletes.id', 'athletes.name'])
    .where('athletes.userId', '=', userId)
    .where('athletes.deletedAt', 'is', null)
    .where('matches.imageId', '=', anyOf(imageIds))
    .where(isSure)
    .orderBy('athletes.id')
    .execute();
  const found = new Map<number, Athlete[]>();
  for (const { imageId, id, name } of rows) found.set(imageId, [...(found.get(imageId) ?? []), { id, name }]);
  return found;
}

function findMatchedImages(db: Db, userId: number, albumIds: number[]) {
  return db
    .selectFrom('athleteMatches as matches')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'matches.athleteId')
    .innerJoin(visibleImages(db, albumIds).as('images'), 'images.id', 'matches.imageId')
    .select(['images.id', 'images.albumId'])
    .distinct()
    .where('athletes.userId', '=', userId)
    .where('athletes.deletedAt', 'is', null)
    .where(sql<boolean>`matches.decision is distinct from 'rejected'`)
    .execute();
}

/** Finds the customer's own athletes on these photos, with a current consent and a certain match. */
export async function listOwnFaces(
  tx: Parameters<typeof isMatchingOn>[0] & Pick<Tx, 'db'>,
  userId: number,
  imageIds: readonly number[],
) {
  return (await isMatchingOn(tx)) ? listSureFaces(tx.db, userId, imageIds) : [];
}
