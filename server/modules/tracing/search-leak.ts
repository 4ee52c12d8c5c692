import { crc32 } from 'node:zlib';
import { MOST_CHANCE } from '#contract/endpoints/tracing.ts';
import type { Context } from '#server/context.ts';
import {
  fingerprintPreview,
  listFingerprints,
  listMissing,
  type PhotoScope,
} from '#server/modules/images/fingerprints.ts';
import { listTraceKeys } from '#server/modules/images/trace-keys.ts';
import {
  countViewers,
  listViewings,
  readPairs,
  type Viewing,
} from '#server/modules/images/traceable-photos.ts';
import { LIKELY_TURNS, NEGATIVE_TURNS, SIDEWAYS_TURNS } from '#server/platform/tracing/open-leak.ts';
import { readPairHeader } from '#server/platform/tracing/open-pair.ts';
import { chanceOf } from '#server/platform/tracing/rank-viewers.ts';
import { type BestPhoto, type ReadMark, type TraceCalls, withTraceThread } from './trace-worker.ts';
import type { Finding } from './traces.queries.ts';

export type Found = {
  state: 'named' | 'unsure' | 'unknown';
  imageId?: number;
  isMirrored: boolean;
  viewersAsked: number;
  findings: Finding[];
};

type Search = {
  leak: Buffer;
  signal: AbortSignal;
  report: (step: string, progress: number) => Promise<void>;
};

const PHOTOS_PER_PART = 1_000;
const VIEWERS_PER_PART = 5_000;
const PREPARED_AT_ONCE = 4;
/** The right photo is nearly always the first. The same file may be in several albums, and bursts look alike. */
const PHOTOS_READ = 24;
/** Few leaks are sideways or negative, and every leak that names nobody is tried so. */
const PHOTOS_READ_TURNED = 8;
/** Beyond the first few, photos that look much less like the leak than the best one are not read. */
const PHOTOS_READ_ANYWAY = 5;
const LEAST_OF_BEST = 0.2;
const MOST_FINDINGS = 20;

/** These are tried one after another until somebody is named. */
const TRIED_TURNS = [LIKELY_TURNS, SIDEWAYS_TURNS, NEGATIVE_TURNS];

const NOTHING: Found = { state: 'unknown', isMirrored: false, viewersAsked: 0, findings: [] };

/**
 * Finds the photo, reads the mark without looking at anybody's code, and only then compares it with the viewers'. A leak that
 * names nobody is tried sideways and as a negative too, unless it certainly shows a photo upright.
 */
export async function searchLeak(context: Context, scope: PhotoScope, search: Search): Promise<Found> {
  await prepareFingerprints(context, scope, search);
  return withTraceThread(search.signal, async (thread) => {
    await thread.open({ file: search.leak });
    const marks: Mark[] = [];
    let found = NOTHING;
    for (const turns of TRIED_TURNS) {
      await search.report('Looking for the photo', 40);
      await thread.lookFor({ turns });
      const photos = await findPhotos(context, scope, thread, search.signal);
      const read = photos.slice(0, turns === LIKELY_TURNS ? PHOTOS_READ : PHOTOS_READ_TURNED);
      marks.push(...(await readMarks(context, thread, read, search)));
      if (marks.length === 0) continue;
      await search.report('Comparing with the viewers', 90);
      found = await compareViewers(context, thread, marks);
      if (found.state === 'named' || marks.some(({ isCertain }) => isCertain)) break;
    }
    return found;
  });
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
    for (let start = 0; start < missing.length; start += PREPARED_AT_ONCE) {
      signal.throwIfAborted();
      const some = missing.slice(start, start + PREPARED_AT_ONCE);
      await Promise.all(some.map((imageId) => fingerprintPreview(context, imageId)));
    }
  }
}

async function findPhotos(
  { db }: Context,
  scope: PhotoScope,
  thread: TraceCalls,
  signal: AbortSignal,
): Promise<BestPhoto[]> {
  for (let afterId = 0; ; ) {
    signal.throwIfAborted();
    const photos = await listFingerprints(db, scope, { afterId, limit: PHOTOS_PER_PART });
    if (photos.length === 0) break;
    await thread.compare({ photos });
    afterId = photos.at(-1)?.imageId ?? afterId;
  }
  const best = await thread.listBest({ most: PHOTOS_READ });
  const least = LEAST_OF_BEST * (best[0]?.score ?? 0);
  return best.filter(({ score }, position) => position < PHOTOS_READ_ANYWAY || score >= least);
}

type Mark = ReadMark & { imageId: number; keyId: string };

async function readMarks(
  context: Context,
  thread: TraceCalls,
  photos: readonly BestPhoto[],
  { signal, report }: Search,
): Promise<Mark[]> {
  const marks: Mark[] = [];
  // Photos that were copied share a pair, which is read once.
  const known = new Map<string, Awaited<ReturnType<TraceCalls['read']>>>();
  for (const [position, { imageId, turn }] of photos.entries()) {
    signal.throwIfAborted();
    await report('Reading the mark', 50 + Math.round((40 * position) / photos.length));
    for (const pair of await readPairs(context, imageId)) {
      const name = `${turn.degrees} ${turn.isNegative ?? false} ${crc32(pair)} ${pair.length}`;
      const read = known.has(name) ? known.get(name) : await thread.read({ pair, turn });
      known.set(name, read);
      if (!read) continue;
      const { keyId } = readPairHeader(pair);
      marks.push({ imageId, keyId, ...read });
    }
  }
  return marks;
}

type Named = { mark: Mark; viewing: Viewing; chance: number };

/** Every reading, key, viewer and try is a further chance to be wrong, so all of them raise the chance of error. */
async function compareViewers(context: Context, thread: TraceCalls, marks: readonly Mark[]): Promise<Found> {
  const keysOf = ({ keyId }: Mark) => listTraceKeys(context.traceKeys, keyId);
  const viewersAsked = await countViewers(
    context.db,
    marks.flatMap((mark) => keysOf(mark).map(() => mark.imageId)),
  );
  const named: Named[] = [];
  for (const mark of marks) {
    for await (const viewings of listViewingsOf(context, mark.imageId)) {
      const byViewer = new Map(viewings.map((viewing) => [viewing.viewer, viewing]));
      for (const { secret } of keysOf(mark)) {
        const ranked = await thread.rank({
          reading: mark.reading,
          secret: secret.export(),
          imageId: mark.imageId,
          viewers: [...byViewer.keys()],
        });
        for (const { viewer, z } of ranked) {
          const [viewing, chance] = [byViewer.get(viewer), chanceOf(z, viewersAsked * TRIED_TURNS.length)];
          if (viewing && chance < MOST_CHANCE) named.push({ mark, viewing, chance });
        }
      }
    }
  }
  named.sort((one, other) => one.chance - other.chance);
  const shown = named[0]?.mark ?? marks.toSorted((one, other) => other.fit - one.fit)[0];
  return {
    state: named.length > 0 ? 'named' : 'unsure',
    ...(shown && { imageId: shown.imageId }),
    isMirrored: shown?.isMirrored ?? false,
    viewersAsked,
    findings: withoutRepeats(named).slice(0, MOST_FINDINGS),
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

/** A viewer who fits several pairs of a photo is listed once, with the best of them. */
function withoutRepeats(named: readonly Named[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { mark, viewing, chance } of named) {
    const key = `${viewing.viewer} ${mark.imageId}`;
    if (!findings.has(key)) findings.set(key, { ...viewing, imageId: mark.imageId, chance });
  }
  return [...findings.values()];
}
