import type { AlbumMatches, UserAthlete } from '#contract/endpoints/athletes.ts';
import { standingsOf } from '#server/modules/catalogue/album-standing.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { listHeldAlbums } from '#server/modules/found-albums/held-album.ts';
import { openThumbs } from '#server/modules/images/album-images.ts';
import { MAX_IMAGES_PER_TOKEN } from '#server/modules/images/image-tokens.ts';
import { AppError } from '#server/platform/errors.ts';
import { listAthleteRows, touchAthlete } from './athletes.queries.ts';
import { toCertainty, toWireMatch } from './athletes.wire.ts';
import { isMatchingOn } from './face-matching.ts';
import { countByAlbum, listMatches, type MatchRow } from './matches.queries.ts';
import { type AthletesWorld, requireAthlete, showAthlete } from './show-athletes.ts';

const MOST_ALBUMS = 200;

/** Albums with the most certain photos first, then the newest; in each the best photos one token can open. */
export async function findAthleteImages(
  world: AthletesWorld,
  userId: number,
  athleteId: number,
): Promise<{ athlete: UserAthlete; albums: AlbumMatches[] }> {
  await requireAthlete(world.db, userId, athleteId);
  await touchAthlete(world.db, athleteId, world.clock.now());
  const athlete = await showAthlete(world, athleteId);
  if (!(await isMatchingOn(world))) return { athlete, albums: [] };
  const held = await listHeldAlbums(world, userId);
  const byAlbum = Map.groupBy(await listMatches(world.db, [athleteId], held), ({ albumId }) => albumId);
  const sureIn = (albumId: number) => (byAlbum.get(albumId) ?? []).filter(({ isSure }) => isSure).length;
  // `held` is in order of age, and sorting keeps that among equals.
  const albumIds = held
    .filter((albumId) => byAlbum.has(albumId))
    .sort((a, b) => sureIn(b) - sureIn(a))
    .slice(0, MOST_ALBUMS);
  return { athlete, albums: await openAlbums(world, userId, albumIds, byAlbum) };
}

async function openAlbums(
  world: AthletesWorld,
  userId: number,
  albumIds: number[],
  byAlbum: ReadonlyMap<number, MatchRow[]>,
): Promise<AlbumMatches[]> {
  const albums = await albumsById(world, albumIds, userId);
  const standingOf = await standingsOf(world.purchases, world.db, userId, albumIds);
  const bought = new Set((await world.purchases.ownedImagesOf(world.db, userId)).map(({ image }) => image));
  return albumIds.flatMap((albumId) => {
    const found = albums.get(albumId);
    if (!found) return [];
    const matches = (byAlbum.get(albumId) ?? []).slice(0, MAX_IMAGES_PER_TOKEN);
    const { owned } = standingOf(albumId);
    return [
      {
        album: { ...found.album, events: [found.event] },
        album_owned: owned,
        auth: openThumbs(world, {
          folderUuid: found.album.uuid,
          userId,
          imageIds: matches.map(({ imageId }) => imageId),
        }),
        matches: matches.map((row) => toWireMatch(row, owned || bought.has(row.imageId))),
      },
    ];
  });
}

export async function countAlbumAthletes(world: AthletesWorld, userId: number) {
  if (!(await isMatchingOn(world))) return [];
  const athletes = await listAthleteRows(world.db, userId);
  const names = new Map(athletes.map(({ id, name }) => [id, name]));
  const counts = await countByAlbum(world.db, [...names.keys()], await listHeldAlbums(world, userId));
  return counts.map(({ albumId, athleteId, photos, closeUps }) => ({
    album: albumId,
    athlete: athleteId,
    name: names.get(athleteId) ?? '',
    photos,
    close_ups: closeUps,
  }));
}

export async function listAthletesInAlbum(world: AthletesWorld, userId: number, albumId: number) {
  if (!(await listHeldAlbums(world, userId)).includes(albumId)) throw new AppError('not_found');
  if (!(await isMatchingOn(world))) return [];
  const athletes = await listAthleteRows(world.db, userId);
  const rows = await listMatches(
    world.db,
    athletes.map(({ id }) => id),
    [albumId],
  );
  return athletes.flatMap(({ id, name }) => {
    const images = rows
      .filter(({ athleteId }) => athleteId === id)
      .map((row) => ({ image: row.imageId, certainty: toCertainty(row), decision: row.decision }));
    return images.length === 0 ? [] : [{ athlete: id, name, images }];
  });
}
