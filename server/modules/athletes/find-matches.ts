import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import type { AlbumMatches } from '#contract/entities/athlete-match.ts';
import { openOwnedCover } from '#server/modules/catalogue/album-cover.ts';
import { standingsOf } from '#server/modules/catalogue/album-standing.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import { listSearchedAlbums } from '#server/modules/found-albums/searched-albums.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { issueThumbToken, MAX_IMAGES_PER_TOKEN } from '#server/platform/image-tokens.ts';
import { listAthleteRows, touchAthlete } from './athletes.queries.ts';
import { toWireAlbumCount, toWireAlbumMatches, toWireAthleteImages } from './athletes.wire.ts';
import { isMatchingOn } from './face-matching.ts';
import { countByAlbum, listMatches, type MatchRow } from './matches.queries.ts';
import { getOwnAthlete } from './own-athlete.ts';
import { type ShowTx, showAthlete } from './show-athletes.ts';

const MOST_ALBUMS = 200;

/** Sorts albums by certain matches, then by age. Each album shows as many photos as one token can open. */
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
  const albumIds = searched
    .filter((albumId) => byAlbum.has(albumId))
    .sort((a, b) => sureIn(b) - sureIn(a))
    .slice(0, MOST_ALBUMS);
  return { athlete, albums: await openAlbums(tx, userId, albumIds, byAlbum) };
}

async function openAlbums(
  tx: ShowTx,
  userId: number,
  albumIds: number[],
  byAlbum: ReadonlyMap<number, MatchRow[]>,
): Promise<AlbumMatches[]> {
  const albums = await albumsById(tx, albumIds, userId);
  const standingOf = await standingsOf(tx.purchases, tx.db, userId, albumIds);
  const bought = new Set((await tx.purchases.ownedImagesOf(tx.db, userId)).map(({ image }) => image));
  return albumIds.flatMap((albumId) => {
    const found = albums.get(albumId);
    if (!found) return [];
    const rows = (byAlbum.get(albumId) ?? []).slice(0, MAX_IMAGES_PER_TOKEN);
    const { owned } = standingOf(albumId);
    const imageIds = rows.map(({ imageId }) => imageId);
    const isOwned = (imageId: number) => owned || bought.has(imageId);
    const open = (ids: number[], kind: 'thumbs' | 'clean-thumbs') =>
      issueThumbToken(tx, { folderUuid: found.album.uuid, userId, imageIds: ids }, kind);
    const ownedIds = imageIds.filter(isOwned);
    // Owned photos have a token of their own, because the browser keeps the marked thumbs of the other one.
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
