import { crc32 } from 'node:zlib';
import { MAX_CHANCE } from '#contract/rules/sentences.ts';
import { LIKELY_TURNS, NEGATIVE_TURNS, SIDEWAYS_TURNS } from '#engines/watermark/open-leak.ts';
import { readPairHeader } from '#engines/watermark/variants.ts';
import {
  addGuess,
  chanceOf,
  openTally,
  type Tally,
  totalOf,
  weightOfGuess,
} from '#engines/watermark/viewer-scores.ts';
import type { Context } from '#server/context.ts';
import {
  fingerprintPreview,
  listFingerprints,
  listMissing,
  type PhotoScope,
} from '#server/modules/images/fingerprints.ts';
import { readVariants } from '#server/modules/images/replaced-variants.ts';
import { listTraceKeys } from '#server/modules/images/trace-keys.ts';
import { listViewings, type Viewing } from '#server/modules/images/view-log.ts';
import { mapAtOnce } from '#server/platform/processes/map-at-once.ts';
import {
  type BestPhoto,
  type LeakSearchCalls,
  type ReadMark,
  withLeakSearchThread,
} from './leak-search-worker.ts';
import type { Finding } from './leak-searches.queries.ts';

export type Found = {
  state: 'named' | 'unsure' | 'unknown';
  imageId?: number;
  isMirrored: boolean;
  /** The number of pictures that resemble one of our photos. */
  imagesRead: number;
  viewersAsked: number;
  findings: Finding[];
};

type Search = {
  pictures: readonly Buffer[];
  signal: AbortSignal;
  report: (step: string, progress: number) => Promise<void>;
};

const PHOTOS_PER_PART = 1_000;
const VIEWERS_PER_PART = 5_000;
const PREPARED_AT_ONCE = 4;
/** The right photo is nearly always the first. The same file may be in several albums, and bursts look alike. */
const PHOTOS_READ = 24;
/** Few pictures are sideways or negative, and every one is tried so while nobody is named. */
const PHOTOS_READ_TURNED = 8;
/** Beyond the first few, photos that look much less like the leak than the best one are not read. */
const PHOTOS_READ_ANYWAY = 5;
const MIN_OF_BEST = 0.2;
const MAX_FINDINGS = 20;

/** These are tried one after another until somebody is named. */
const TRIED_TURNS = [LIKELY_TURNS, SIDEWAYS_TURNS, NEGATIVE_TURNS];

/**
 * Finds the photo of each picture, reads the marks without looking at anybody's code, and only then compares them with the viewers'.
 * While nobody is named, pictures are tried sideways and as negatives too, unless they certainly show a photo upright.
 */
export async function searchLeak(context: Context, scope: PhotoScope, search: Search): Promise<Found> {
  await prepareFingerprints(context, scope, search);
  return withLeakSearchThread(search.signal, async (thread) => {
    const marks: Mark[] = [];
    for (const turns of TRIED_TURNS) {
      for (const [picture, file] of search.pictures.entries()) {
        const before = marks.filter((mark) => mark.picture === picture);
        if (before.some(({ isCertain }) => isCertain)) continue;
        await thread.open({ file });
        await thread.lookFor({ turns });
        await search.report(...progressOf(search, picture, 'Looking for the photo'));
        const photos = await findPhotos(context, scope, thread, search.signal);
        const tried = photos.slice(0, turns === LIKELY_TURNS ? PHOTOS_READ : PHOTOS_READ_TURNED);
        await search.report(...progressOf(search, picture + 0.5, 'Reading the mark'));
        const read = await readMarks(context, thread, tried, search.signal);
        const sorted = read.toSorted((one, other) => other.fit - one.fit);
        marks.push(...sorted.map((mark, i) => ({ ...mark, picture, place: before.length + i })));
      }
      await search.report('Comparing with the viewers', 90);
      const found = await compareViewers(context, thread, marks, search);
      const isCertain = (picture: number) => marks.some((mark) => mark.picture === picture && mark.isCertain);
      const isOver = search.pictures.every((_, picture) => isCertain(picture));
      if (found.state === 'named' || isOver || turns === TRIED_TURNS.at(-1)) return found;
    }
    throw new Error('no turn was tried');
  });
}

/** Half a picture is done when its photo is found. */
function progressOf({ pictures: { length } }: Search, done: number, step: string): [string, number] {
  const words = length === 1 ? step : `Picture ${Math.floor(done) + 1} of ${length}: ${step.toLowerCase()}`;
  return [words, 30 + Math.round((60 * done) / length)];
}

/** Photos that were turned a moment ago, or that came before fingerprints, have none yet. */
async function prepareFingerprints(
  context: Context,
  scope: PhotoScope,
  { signal, report }: Search,
): Promise<void> {
  for (;;) {
    const missing = await listMissing(context, scope);
    if (missing.length === 0) return;
    await report('Preparing photos for the search', 20);
    await mapAtOnce(missing, PREPARED_AT_ONCE, async (imageId) => {
      signal.throwIfAborted();
      await fingerprintPreview(context, imageId);
    });
  }
}

async function findPhotos(
  { db }: Context,
  scope: PhotoScope,
  thread: LeakSearchCalls,
  signal: AbortSignal,
): Promise<BestPhoto[]> {
  for (let afterId = 0; ; ) {
    signal.throwIfAborted();
    const photos = await listFingerprints(db, scope, { afterId, limit: PHOTOS_PER_PART });
    if (photos.length === 0) break;
    await thread.compare({ photos });
    afterId = photos.at(-1)?.imageId ?? afterId;
  }
  const best = await thread.listBest({ max: PHOTOS_READ });
  const least = MIN_OF_BEST * (best[0]?.score ?? 0);
  return best.filter(({ score }, position) => position < PHOTOS_READ_ANYWAY || score >= least);
}

type PhotoMark = ReadMark & { imageId: number; keyId: string };
/** `place` is how many photos were guessed before this one for the same picture. */
type Mark = PhotoMark & { picture: number; place: number };

async function readMarks(
  context: Context,
  thread: LeakSearchCalls,
  photos: readonly BestPhoto[],
  signal: AbortSignal,
): Promise<PhotoMark[]> {
  const marks: PhotoMark[] = [];
  // Photos that were copied share variants, which is read once.
  const known = new Map<string, Awaited<ReturnType<LeakSearchCalls['read']>>>();
  for (const { imageId, turn } of photos) {
    signal.throwIfAborted();
    for (const variants of await readVariants(context, imageId)) {
      const name = `${turn.degrees} ${turn.isNegative ?? false} ${crc32(variants)} ${variants.length}`;
      const read = known.has(name) ? known.get(name) : await thread.read({ variants, turn });
      known.set(name, read);
      if (!read) continue;
      const { keyId } = readPairHeader(variants);
      marks.push({ imageId, keyId, ...read });
    }
  }
  return marks;
}

/** `imageId` is the photo that says most about the viewer, and `viewing` is when it was shown. */
type Candidate = { tally: Tally; imageId: number; viewing: Viewing; most: number };

/** Everybody who was shown a photo that was guessed, and every try, is a further chance to be wrong. */
async function compareViewers(
  context: Context,
  thread: LeakSearchCalls,
  marks: readonly Mark[],
  { pictures, signal }: Search,
): Promise<Found> {
  const candidates = new Map<string, Candidate>();
  for (const mark of marks) {
    const keys = listTraceKeys(context.traceKeys, mark.keyId);
    const weight = weightOfGuess(mark.place) / keys.length;
    for await (const viewings of listViewingsOf(context, mark.imageId)) {
      signal.throwIfAborted();
      const viewers = viewings.map(({ viewer }) => viewer);
      const scores = await Promise.all(
        keys.map(({ secret }) =>
          thread.score({ reading: mark.reading, secret: secret.export(), imageId: mark.imageId, viewers }),
        ),
      );
      for (const [i, viewing] of viewings.entries()) {
        const known = candidates.get(viewing.viewer);
        const candidate = known ?? {
          tally: openTally(pictures.length),
          imageId: mark.imageId,
          viewing,
          most: Number.NEGATIVE_INFINITY,
        };
        if (!known) candidates.set(viewing.viewer, candidate);
        for (const ofKey of scores) {
          const own = ofKey[i];
          if (!own) continue;
          addGuess(candidate.tally, { picture: mark.picture, weight, scores: own });
          const most = Math.max(...own);
          if (most > candidate.most) Object.assign(candidate, { imageId: mark.imageId, viewing, most });
        }
      }
    }
  }
  const findings = [...candidates.values()]
    .map(({ tally, imageId, viewing }) => {
      const chance = chanceOf(totalOf(tally), candidates.size * TRIED_TURNS.length);
      return { ...viewing, imageId, chance };
    })
    .filter(({ chance }) => chance < MAX_CHANCE)
    .sort((one, other) => one.chance - other.chance);
  const byFit = marks.toSorted((one, other) => other.fit - one.fit);
  const shown = byFit.find(({ imageId }) => imageId === findings[0]?.imageId) ?? byFit[0];
  return {
    state: findings.length > 0 ? 'named' : shown ? 'unsure' : 'unknown',
    ...(shown && { imageId: shown.imageId }),
    isMirrored: shown?.isMirrored ?? false,
    imagesRead: new Set(marks.map(({ picture }) => picture)).size,
    viewersAsked: candidates.size,
    findings: findings.slice(0, MAX_FINDINGS),
  };
}

async function* listViewingsOf({ db }: Context, imageId: number): AsyncGenerator<Viewing[]> {
  for (let after = ''; ; ) {
    const viewings = await listViewings(db, { imageId, after, limit: VIEWERS_PER_PART });
    if (viewings.length === 0) return;
    yield viewings;
    after = viewings.at(-1)?.viewer ?? after;
  }
}
