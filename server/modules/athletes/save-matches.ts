import { sql } from 'kysely';
import { SURE_SCORE } from '#engines/faces/matching.ts';
import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { listSearchedAlbums } from '#server/modules/found-albums/held-album.ts';
import { newsEnd } from '#server/modules/notifications/notifications.rules.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { lockAthletes } from './athletes.queries.ts';
import {
  type Finding,
  listScanStates,
  SEARCHABLE_COLUMNS,
  type SearchableAthlete,
  selectSearchable,
} from './matches.queries.ts';

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
  const valid = steps.flatMap((step) => {
    const athlete = current.get(step.athlete.id);
    return athlete ? [{ ...step, athlete }] : [];
  });
  if (valid.length === 0) return;
  const newSure = await replaceMatches(tx.db, valid, tx.clock.now());
  await addScanned(tx.db, albumId, valid);
  for (const { athlete, found } of valid) {
    const { id, userId, templateVersion, settledVersion } = athlete;
    if (found.length > 0) await publishLive(tx.db, { to: userId, kind: 'athletes', subject: id });
    // The first search through all albums notifies nobody.
    if (newSure.has(id) && settledVersion === templateVersion) await notifyAthleteFound(tx, athlete, albumId);
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
    // New photos may arrive faster than they are compared, so they do not count here.
    if (states.filter(({ isSearched }) => isSearched).length === albums.length)
      await tx.db
        .updateTable('userAthletes')
        .set({ settledVersion: templateVersion })
        .where('id', '=', athleteId)
        .execute();
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

/** Photos arrive in bursts: those found before the last message was sent are part of it. */
export async function notifyAthleteFound(
  tx: Tx,
  athlete: Pick<SearchableAthlete, 'id' | 'userId'>,
  albumId: number,
): Promise<void> {
  const album = await findAlbumFacts(tx.db, albumId);
  if (!album) return;
  const event = await findEventFacts(tx.db, album.eventId);
  if (!event) return;
  const team = [album.programName, album.teamName].filter(Boolean).join(' ');
  await notify(tx, athlete.userId, {
    kind: 'athlete_found',
    subject: `athlete:${athlete.id}:album:${albumId}`,
    repeats: true,
    // No child is named in a mail or on a locked screen.
    words: (i18n) => ({
      title: i18n.t('New photos of your athlete'),
      line: i18n.t('We think we found your athlete in new photos of {team}.', { team }),
      onLockScreen: i18n.t('New photos from {event}', { event: event.name }),
    }),
    path: `/MyAthlete?athlete=${athlete.id}&album=${albumId}`,
    albumId,
    athleteId: athlete.id,
    event: {
      id: event.id,
      timeZone: event.timeZone,
      endsAt: newsEnd(event.lastDate, event.timeZone),
    },
  });
}

/** Replaces undecided matches in the images of each step. Returns the athletes with new certain ones. */
async function replaceMatches(db: Db, steps: readonly SearchStep[], now: Date): Promise<ReadonlySet<number>> {
  const gone = steps.flatMap(({ athlete, imageIds, found }) => {
    const matched = new Set(found.map(({ imageId }) => imageId));
    return imageIds.flatMap((imageId) => (matched.has(imageId) ? [] : [{ athleteId: athlete.id, imageId }]));
  });
  await sql`
    delete from athlete_matches using unnest(${gone.map(({ athleteId }) => athleteId)}::integer[],
      ${gone.map(({ imageId }) => imageId)}::bigint[]) as gone (athlete_id, image_id)
    where athlete_matches.athlete_id = gone.athlete_id and athlete_matches.image_id = gone.image_id
      and athlete_matches.decision is null`.execute(db);
  const findings = steps.flatMap(({ athlete, found }) =>
    found.map((finding) => ({
      ...finding,
      athleteId: athlete.id,
      box: JSON.stringify(finding.box),
      createdAt: now,
    })),
  );
  if (findings.length === 0) return new Set();
  const written = await db
    .insertInto('athleteMatches')
    .values(findings)
    .onConflict((conflict) =>
      conflict.columns(['athleteId', 'imageId']).doUpdateSet((eb) => ({
        score: eb.ref('excluded.score'),
        box: eb.ref('excluded.box'),
        isCloseUp: eb.ref('excluded.isCloseUp'),
      })),
    )
    .returning(['athleteId', 'score', sql<boolean>`xmax = 0`.as('isNew')])
    .execute();
  const isNewAndSure = ({ score, isNew }: { score: number; isNew: boolean }) => isNew && score >= SURE_SCORE;
  return new Set(written.filter(isNewAndSure).map(({ athleteId }) => athleteId));
}

/** Locked, so that an erasure cannot happen while matches are saved. */
async function lockSearchable(db: Db, athleteIds: number[]): Promise<SearchableAthlete[]> {
  await lockAthletes(db, athleteIds);
  return selectSearchable(db)
    .select(SEARCHABLE_COLUMNS)
    .where('athletes.id', '=', anyOf(athleteIds))
    .orderBy('athletes.id')
    .execute();
}

async function addScanned(db: Db, albumId: number, steps: readonly SearchStep[]): Promise<void> {
  const scans = steps.map(({ athlete, imageIds }) => ({
    athleteId: athlete.id,
    albumId,
    templateVersion: athlete.templateVersion,
    scannedImages: imageIds,
  }));
  await db
    .insertInto('athleteAlbumScans')
    .values(scans)
    .onConflict((conflict) =>
      conflict.columns(['athleteId', 'albumId']).doUpdateSet({
        templateVersion: sql`excluded.template_version`,
        scannedImages: sql`
          case when athlete_album_scans.template_version = excluded.template_version
            then array(select distinct unnest(athlete_album_scans.scanned_images || excluded.scanned_images))
            else excluded.scanned_images end`,
        finishedAt: sql`
          case when athlete_album_scans.template_version = excluded.template_version
            then athlete_album_scans.finished_at end`,
      }),
    )
    .execute();
}

type ScanPlace = { athleteId: number; albumId: number; templateVersion: number };

async function finishScan(db: Db, place: ScanPlace, imageIds: number[], now: Date): Promise<void> {
  const scan = { templateVersion: place.templateVersion, scannedImages: imageIds, finishedAt: now };
  await db
    .insertInto('athleteAlbumScans')
    .values({ ...place, ...scan })
    .onConflict((conflict) => conflict.columns(['athleteId', 'albumId']).doUpdateSet(scan))
    .execute();
}
