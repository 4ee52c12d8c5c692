import { certaintyOf, combine, compare, type Template } from '#engines/faces/matching.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { listSearchers } from '#server/modules/found-albums/searched-albums.ts';
import { type FaceImage, listFaceImages, listTurnedSince } from '#server/modules/images/image-faces.ts';
import type { Db } from '#server/platform/database/database.ts';
import { anyOf } from '#server/platform/database/database.ts';
import { isMatchingOn, openFaces } from './athletes.ts';
import { type CroppedFaces, type Engine, getFaces, withPriority } from './detect-faces.ts';
import {
  type AlbumSearch,
  type EmbeddedFace,
  embedEarlier,
  type LearnedSearch,
  learn,
} from './learn-faces.ts';
import { type Finding, listSearchable } from './matches.queries.ts';
import { finishSearches, saveMatches } from './save-matches.ts';
import { enqueueMatchAlbum, grantTurns, keepVerified, markStarted } from './start-search.ts';
import { readReferences } from './template-vault.ts';

type MatchContext = Context & { purchases: Purchases };

/** A small first step shows the first matches soon. */
const IMAGES_IN_FIRST_STEP = 8;
const IMAGES_PER_STEP = 20;
/** A search that lacks more pictures than this takes its turn among the searches of whole albums. */
const MAX_FRESH = 40;
const PARALLEL_READS = 2;
/** The smallest height of a close-up face, as a share of the picture's height. */
const CLOSE_UP_HEIGHT = 0.2;

/**
 * Searches the album for the athletes of every customer who holds it. Face embeddings are computed once for all
 * athletes and are never stored. Runs may overlap or break off: each step is saved by athlete and image, and the next
 * run continues from there. A fresh run compares only photos that have just arrived, before whole albums are searched.
 */
export async function matchAlbum(
  context: MatchContext,
  albumId: number,
  signal: AbortSignal,
  { isFresh = false } = {},
): Promise<void> {
  const opened = await openFaces(context);
  if (!opened) return;
  const engine = withPriority(opened, isFresh ? 'interactive' : 'background');
  const images = await listFaceImages(context.db, albumId);
  const imageIds = images.map(({ id }) => id);
  const wanted = await findAlbumSearches(context, { albumId, imageIds });
  const small = isFresh ? wanted.filter(({ unseen }) => unseen.size <= MAX_FRESH) : wanted;
  if (small.length < wanted.length) await enqueueMatchAlbum(context, albumId, { turn: 0 });
  const searches = await lockBuyers(context, albumId, small);
  if (searches.length === 0) return;
  const needed = images.filter(({ id }) => searches.some(({ unseen }) => unseen.has(id)));
  const known: EmbeddedFace[] = [];
  for (const step of stepsOf(needed)) {
    signal.throwIfAborted();
    if (!(await isMatchingOn(context))) return;
    known.push(...(await embedFaces(context, engine, step)));
    await save(context, albumId, step, known, learn(searches, known));
  }
  // What is learned from other pictures may match faces that were compared before.
  const earlier = await embedEarlier(context, engine, { searches, images, known });
  const learned = learn(searches, [...known, ...earlier]).filter(
    ({ search, template }) => template !== search.template,
  );
  await save(context, albumId, needed, known, learned);
  // What was finished before stays so, and each step was saved.
  const unfinished = isFresh ? searches.filter(({ wasFinished }) => !wasFinished) : searches;
  if (unfinished.length === 0) return;
  await inTransaction(context, async (tx) =>
    finishSearches(
      { ...tx, purchases: context.purchases },
      { albumId, athletes: unfinished, imageIds: await leaveOutTurned(tx.db, images) },
    ),
  );
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
  const seen: CroppedFaces[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: PARALLEL_READS }, async () => {
      while (next < images.length) {
        const place = next++;
        seen[place] = await getFaces(context, engine, images[place] as FaceImage);
      }
    }),
  );
  const embeddings = await engine.embed(seen.flatMap(({ crops }) => crops));
  let at = 0;
  return images.flatMap(({ id }, place) =>
    (seen[place]?.faces ?? []).map(({ box }) => ({
      imageId: id,
      box,
      embedding: embeddings[at++] as Float32Array,
    })),
  );
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
  const scans = new Map((await listScans(db, albumId, athleteIds)).map((scan) => [scan.athleteId, scan]));
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
    const seen = new Set(isCurrent ? scan.scannedImages : []);
    return [
      {
        ...athlete,
        template: combine(known),
        unseen: new Set(imageIds.filter((imageId) => !seen.has(imageId))),
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
export async function lockBuyers(
  context: Context,
  albumId: number,
  searches: AlbumSearch[],
): Promise<AlbumSearch[]> {
  const granted = new Set<number>();
  for (const userId of new Set(searches.flatMap((search) => (search.wasFinished ? [] : [search.userId])))) {
    await inTransaction(context, async (tx) => {
      const turns = await grantTurns(tx, userId, [albumId]);
      if (turns.has(albumId)) granted.add(userId);
      await markStarted(tx.db, [userId], albumId, tx.clock.now());
    });
  }
  return searches.filter(({ wasFinished, userId }) => wasFinished || granted.has(userId));
}

export function listScans(db: Db, albumId: number, athleteIds: number[]) {
  return db
    .selectFrom('athleteAlbumScans')
    .select(['athleteId', 'templateVersion', 'scannedImages', 'finishedAt'])
    .where('albumId', '=', albumId)
    .where('athleteId', '=', anyOf(athleteIds))
    .execute();
}
