import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { listSearchedAlbums } from '#server/modules/found-albums/searched-albums.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { type Finding, replaceMatches } from './matches.queries.ts';
import {
  addScanned,
  finishScan,
  listScanStates,
  lockSearchable,
  markSettled,
  type SearchableAthlete,
} from './scans.queries.ts';

type SearchStep = { athlete: SearchableAthlete; imageIds: number[]; found: Finding[] };

/** Drops matches of athletes whose consent or photos have changed since the search began. */
export async function saveMatches(
  tx: Tx,
  { albumId, steps }: { albumId: number; steps: SearchStep[] },
): Promise<void> {
  const current = await lockCurrent(
    tx,
    steps.map(({ athlete }) => athlete),
  );
  for (const {
    athlete: { id },
    imageIds,
    found,
  } of steps) {
    const athlete = current.get(id);
    if (!athlete) continue;
    const { id: athleteId, templateVersion, userId } = athlete;
    const newSure = await replaceMatches(tx.db, athleteId, imageIds, found, tx.clock.now());
    await addScanned(tx.db, { athleteId, albumId, templateVersion }, imageIds);
    if (found.length > 0) await publishLive(tx.db, { to: userId, kind: 'athletes', subject: athleteId });
    // The first search through all albums notifies nobody.
    if (newSure > 0 && athlete.settledVersion === templateVersion) {
      await notifyAthleteFound(tx, athlete, albumId);
    }
  }
}

export async function finishSearches(
  tx: Tx & { purchases: Purchases },
  { albumId, athletes, imageIds }: { albumId: number; athletes: SearchableAthlete[]; imageIds: number[] },
): Promise<void> {
  for (const { id: athleteId, userId, templateVersion } of (await lockCurrent(tx, athletes)).values()) {
    await finishScan(tx.db, { athleteId, albumId, templateVersion }, imageIds, tx.clock.now());
    const albums = await listSearchedAlbums(tx, userId);
    const states = await listScanStates(tx.db, [athleteId], albums);
    if (states.filter(({ isDone }) => isDone).length === albums.length)
      await markSettled(tx.db, athleteId, templateVersion);
    await publishLive(tx.db, { to: userId, kind: 'athletes', subject: athleteId });
  }
}

async function lockCurrent(
  { db }: Tx,
  athletes: SearchableAthlete[],
): Promise<Map<number, SearchableAthlete>> {
  const versions = new Map(athletes.map(({ id, templateVersion }) => [id, templateVersion]));
  const searchable = await lockSearchable(db, [...versions.keys()]);
  return new Map(
    searchable
      .filter(({ id, templateVersion }) => versions.get(id) === templateVersion)
      .map((athlete) => [athlete.id, athlete]),
  );
}

/** At most once a day per athlete and album, because photos arrive in bursts. */
async function notifyAthleteFound(tx: Tx, athlete: SearchableAthlete, albumId: number): Promise<void> {
  const album = await findAlbumFacts(tx.db, albumId);
  if (!album) return;
  const team = [album.programName, album.teamName].filter(Boolean).join(' ');
  const day = tx.clock.now().toISOString().slice(0, 10);
  await notify(tx, athlete.userId, {
    kind: 'athlete_found',
    subject: `athlete:${athlete.id}:album:${albumId}:${day}`,
    title: `New photos of ${athlete.name}`,
    line: `${athlete.name} was found in new photos of ${team}.`,
    path: `/MyAthlete?athlete=${athlete.id}&album=${albumId}`,
    albumId,
  });
}
