import { sql } from 'kysely';
import { certaintyOf, combine, compare, type Template } from '#engines/faces/matching.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { listSearchers } from '#server/modules/found-albums/held-album.ts';
import {
  type FaceImage,
  findFaceImage,
  listFaceImages,
  listTurnedSince,
} from '#server/modules/images/image-faces.ts';
import type { Db } from '#server/platform/database/database.ts';
import { anyOf } from '#server/platform/database/database.ts';
import { mapAtOnce } from '#server/platform/processes/map-at-once.ts';
import { isMatchingOn, openFaces } from './athletes.ts';
import {
  BATCH_SECONDS,
  type CroppedFaces,
  type Engine,
  getFaces,
  hasSearchableHolder,
  withPriority,
} from './detect-faces.ts';
import {
  type AlbumSearch,
  type EmbeddedFace,
  embedEarlier,
  isOnlyPerhapsIn,
  type LearnedSearch,
  learn,
} from './learn-faces.ts';
import { type Finding, listSearchable } from './matches.queries.ts';
import { finishSearches, saveMatches } from './save-matches.ts';
import { grantTurns, keepVerified, listStartedToday, markStarted, searchAlbum } from './start-search.ts';
import { readReferences } from './template-vault.ts';

type MatchContext = Context & { purchases: Purchases };

/** A small first step shows the first matches soon. */
const IMAGES_IN_FIRST_STEP = 8;
const IMAGES_PER_STEP = 20;
const PARALLEL_READS = 2;
/** A search that only learns reads the faces of many photos again, and new photos need that time while they come in. */
const LEARN_SECONDS = 120;
/** The smallest height of a close-up face, as a share of the picture's height. */
const CLOSE_UP_HEIGHT = 0.2;

/**
 * Searches the album for the athletes of every customer who holds it. Face embeddings are computed once for all
 * athletes and are never stored. Runs may overlap or break off: each step is saved by athlete and image, and the next
 * run continues from there.
 */
export async function matchAlbum(context: MatchContext, albumId: number, signal: AbortSignal): Promise<void> {
  const opened = await openFaces(context);
  if (!opened) return;
  const images = await listFaceImages(context.db, albumId);
  const imageIds = images.map(({ id }) => id);
  const searches = await keepGranted(
    context,
    albumId,
    await findAlbumSearches(context, { albumId, imageIds }),
  );
  if (searches.length === 0) return;
  // Parents wait for the first search of an album; later ones only learn.
  const isAwaited = searches.some(({ wasFinished }) => !wasFinished);
  const engine = withPriority(opened, isAwaited ? 'interactive' : 'background');
  const needed = images.filter(({ id }) => searches.some(({ unseen }) => unseen.has(id)));
  const known: EmbeddedFace[] = [];
  for (const step of stepsOf(needed)) {
    signal.throwIfAborted();
    if (!(await isMatchingOn(context))) return;
    known.push(...(await embedFaces(context, engine, step)));
    await save(context, albumId, step, known, learn(searches, known));
  }
  // Faces learned from other pictures may match some that were compared earlier.
  const earlier = await embedEarlier(context, engine, { searches, images, known });
  const learned = learn(searches, [...known, ...earlier]).filter(
    ({ search, template }) => template !== search.template,
  );
  await save(context, albumId, needed, known, learned);
  await inTransaction(context, async (tx) =>
    finishSearches(tx, { albumId, athletes: searches, imageIds: await leaveOutTurned(tx.db, images) }),
  );
}

/** Looks for the faces of a photo that has just arrived, and compares them at once if a parent waits for its album. */
export async function searchPhoto(context: MatchContext, imageId: number): Promise<void> {
  const engine = await context.faces.open();
  const image = await findFaceImage(context.db, imageId);
  if (!engine || !image) return;
  const isWaitedFor = await hasSearchableHolder(context, image.albumId);
  const seen = await getFaces(
    context,
    withPriority(engine, isWaitedFor ? 'interactive' : 'background'),
    image,
  );
  // Meanwhile the photo may have been moved or hidden.
  const current = await findFaceImage(context.db, imageId);
  if (!current || current.albumId === null || current.hiddenAt !== null) return;
  if (!(await isMatchingOn(context))) return;
  // Looking for faces takes ten times as long as comparing them, so what was found is compared first.
  await matchPhoto(context, withPriority(engine, 'urgent'), { image, albumId: current.albumId, seen });
}

/**
 * Compares the faces of one photo that has just arrived. Who is perhaps on it is left to a search of the album, which learns
 * from other pictures; it also finishes the search of those who were not searched there before.
 */
async function matchPhoto(
  context: MatchContext,
  engine: Engine,
  { image, albumId, seen }: { image: FaceImage; albumId: number; seen: CroppedFaces },
): Promise<void> {
  const found = await findAlbumSearches(context, { albumId, imageIds: [image.id] });
  const granted = await keepGranted(context, albumId, found);
  if (granted.length === 0) return;
  const known = toEmbedded(image, seen, await engine.embed(seen.crops));
  const decided = granted.filter((search) => !isOnlyPerhapsIn(search, known));
  await save(
    context,
    albumId,
    [image],
    known,
    decided.map((search) => ({ search, template: search.template })),
  );
  const isLearning = granted.every(({ wasFinished }) => wasFinished);
  if (isLearning && decided.length === granted.length) return;
  const startAfterSeconds = isLearning ? LEARN_SECONDS : BATCH_SECONDS;
  await inTransaction(context, (tx) => searchAlbum(tx, albumId, { startAfterSeconds }));
}

/** Pictures that were turned during the search stay unseen, because their faces lie elsewhere now. */
async function leaveOutTurned(db: Db, images: readonly FaceImage[]): Promise<number[]> {
  const turned = await listTurnedSince(db, images);
  return images.flatMap(({ id }) => (turned.has(id) ? [] : [id]));
}

function* stepsOf(images: FaceImage[]): Generator<FaceImage[]> {
  for (let start = 0; start < images.length; ) {
    const length = start === 0 ? IMAGES_IN_FIRST_STEP : IMAGES_PER_STEP;
    yield images.slice(start, start + length);
    start += length;
  }
}

async function embedFaces(
  context: MatchContext,
  engine: Engine,
  images: FaceImage[],
): Promise<EmbeddedFace[]> {
  const seen = await mapAtOnce(images, PARALLEL_READS, (image) => getFaces(context, engine, image));
  const embeddings = await engine.embed(seen.flatMap(({ crops }) => crops));
  let at = 0;
  return images.flatMap((image, place) => {
    const faces = seen[place] as CroppedFaces;
    const start = at;
    at += faces.crops.length;
    return toEmbedded(image, faces, embeddings.slice(start, at));
  });
}

function toEmbedded(
  { id }: FaceImage,
  { faces }: CroppedFaces,
  embeddings: readonly Float32Array[],
): EmbeddedFace[] {
  return faces.map(({ box }, place) => ({ imageId: id, box, embedding: embeddings[place] as Float32Array }));
}

async function save(
  context: MatchContext,
  albumId: number,
  images: FaceImage[],
  known: EmbeddedFace[],
  learned: LearnedSearch[],
): Promise<void> {
  if (learned.length === 0) return;
  await inTransaction(context, async (tx) => {
    const imageIds = await leaveOutTurned(tx.db, images);
    const steps = learned.flatMap(({ search, template }) => {
      const unseen = imageIds.filter((imageId) => search.unseen.has(imageId));
      if (unseen.length === 0) return [];
      return [{ athlete: search, imageIds: unseen, found: findIn(template, unseen, known) }];
    });
    if (steps.length > 0) await saveMatches(tx, { albumId, steps });
  });
}

function findIn(template: Template, imageIds: number[], known: EmbeddedFace[]): Finding[] {
  const wanted = new Set(imageIds);
  const best = new Map<number, Finding>();
  for (const { imageId, box, embedding } of known) {
    if (!wanted.has(imageId)) continue;
    const score = compare(template, embedding);
    if (!certaintyOf(score) || score <= (best.get(imageId)?.score ?? 0)) continue;
    best.set(imageId, { imageId, score, box, isCloseUp: box.height >= CLOSE_UP_HEIGHT });
  }
  return [...best.values()];
}

/** Includes athletes whose search of the album is already complete. */
async function findAlbumSearches(
  tx: Pick<Tx, 'db' | 'storage' | 'athleteKeys' | 'log' | 'config'> & { purchases: Purchases },
  { albumId, imageIds }: { albumId: number; imageIds: number[] },
): Promise<AlbumSearch[]> {
  const { db } = tx;
  const found = await listSearchable(db, await listSearchers(tx, albumId));
  const verified = new Set(await keepVerified(tx, [...new Set(found.map(({ userId }) => userId))]));
  const athletes = found.filter(({ userId }) => verified.has(userId));
  const athleteIds = athletes.map(({ id }) => id);
  const references = await readReferences(tx, athleteIds);
  const scans = new Map(
    (await listScans(db, { albumId, athleteIds, imageIds })).map((scan) => [scan.athleteId, scan]),
  );
  const rejections = await db
    .selectFrom('athleteMatches')
    .select(['athleteId', 'imageId'])
    .where('athleteId', '=', anyOf(athleteIds))
    .where('imageId', '=', anyOf(imageIds))
    .where('decision', '=', 'rejected')
    .execute();
  return athletes.flatMap((athlete) => {
    const known = references.get(athlete.id);
    if (!known) return [];
    const scan = scans.get(athlete.id);
    const isCurrent = scan?.templateVersion === athlete.templateVersion;
    return [
      {
        ...athlete,
        template: combine(known),
        unseen: new Set(isCurrent ? scan.unseen : imageIds),
        rejected: new Set(
          rejections.flatMap(({ athleteId, imageId }) => (athleteId === athlete.id ? [imageId] : [])),
        ),
        isFirstSearch: !isCurrent,
        wasFinished: isCurrent && scan.finishedAt !== null,
      },
    ];
  });
}

/** Drops the searches of customers who have reached their limit of a day, except for new pictures. */
async function keepGranted(
  context: Context,
  albumId: number,
  searches: AlbumSearch[],
): Promise<AlbumSearch[]> {
  const unfinished = new Set(searches.flatMap((search) => (search.wasFinished ? [] : [search.userId])));
  const granted = await listStartedToday(context, albumId, [...unfinished]);
  for (const userId of unfinished) {
    if (granted.has(userId)) continue;
    await inTransaction(context, async (tx) => {
      const turns = await grantTurns(tx, userId, [albumId]);
      if (turns.has(albumId)) granted.add(userId);
      await markStarted(tx.db, [userId], albumId, tx.clock.now());
    });
  }
  return searches.filter(({ wasFinished, userId }) => wasFinished || granted.has(userId));
}

function listScans(
  db: Db,
  { albumId, athleteIds, imageIds }: { albumId: number; athleteIds: number[]; imageIds: number[] },
) {
  return db
    .selectFrom('athleteAlbumScans')
    .select(['athleteId', 'templateVersion', 'finishedAt'])
    .select(
      sql<number[]>`array(select unnest(${imageIds}::bigint[]) except select unnest(scanned_images))`.as(
        'unseen',
      ),
    )
    .where('albumId', '=', albumId)
    .where('athleteId', '=', anyOf(athleteIds))
    .execute();
}
