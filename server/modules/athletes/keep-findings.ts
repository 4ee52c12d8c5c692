import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { listHeldAlbums } from '#server/modules/found-albums/held-album.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { tell } from '#server/platform/live/tell.ts';
import { type Finding, replaceMatches } from './matches.queries.ts';
import { addScanned, finishScan, listDone, lockSought, markSettled, type Sought } from './scans.queries.ts';

type Look = { seeker: Sought; looked: number[]; found: Finding[] };

/** One step of a search; what was found of somebody whose consent or photos have changed meanwhile is dropped. */
export async function keepFindings(tx: Tx, albumId: number, looks: Look[]): Promise<void> {
  const current = await lockCurrent(
    tx,
    looks.map(({ seeker }) => seeker),
  );
  for (const { seeker, looked, found } of looks) {
    const athlete = current.get(seeker.id);
    if (!athlete) continue;
    const { id: athleteId, templateVersion, userId } = athlete;
    const surelyNew = await replaceMatches(tx.db, athleteId, looked, found, tx.clock.now());
    await addScanned(tx.db, { athleteId, albumId, templateVersion }, looked);
    if (found.length > 0) await tell(tx.db, { to: userId, kind: 'athletes', subject: athleteId });
    if (surelyNew > 0 && athlete.settledVersion === templateVersion) {
      await tellAthleteFound(tx, athlete, albumId);
    }
  }
}

/** All pictures were looked through. */
export async function keepFinished(
  tx: Tx & { purchases: Purchases },
  albumId: number,
  seekers: Sought[],
  imageIds: number[],
): Promise<void> {
  for (const { id: athleteId, userId, templateVersion } of (await lockCurrent(tx, seekers)).values()) {
    await finishScan(tx.db, { athleteId, albumId, templateVersion }, imageIds, tx.clock.now());
    const held = await listHeldAlbums(tx, userId);
    const done = await listDone(tx.db, [athleteId], held);
    if (done.length === held.length) await markSettled(tx.db, athleteId, templateVersion);
    await tell(tx.db, { to: userId, kind: 'athletes', subject: athleteId });
  }
}

async function lockCurrent({ db }: Tx, seekers: Sought[]): Promise<Map<number, Sought>> {
  const versions = new Map(seekers.map(({ id, templateVersion }) => [id, templateVersion]));
  const sought = await lockSought(db, [...versions.keys()]);
  return new Map(
    sought
      .filter(({ id, templateVersion }) => versions.get(id) === templateVersion)
      .map((athlete) => [athlete.id, athlete]),
  );
}

/** Once a day for each athlete and album: its photos come in bursts. What a first search finds is no news. */
async function tellAthleteFound(tx: Tx, athlete: Sought, albumId: number): Promise<void> {
  const album = await findAlbumFacts(tx.db, albumId);
  if (!album) return;
  const team = [album.programName, album.teamName].filter(Boolean).join(' ');
  const day = tx.clock.now().toISOString().slice(0, 10);
  await notify(tx, athlete.userId, {
    kind: 'athlete_found',
    subject: `athlete:${athlete.id}:album:${albumId}:${day}`,
    title: `New photos of ${athlete.name}`,
    line: `${athlete.name} was found in new photos of ${team}.`,
    path: '/MyAthlete',
  });
}
