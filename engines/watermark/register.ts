// Lays a leak over a stored picture. It looks at the pictures only, never at a viewer's code.
import { align, compareSlopes } from './align.ts';
import { type Detail, findPlaces, ROUGH, THOROUGH } from './find-places.ts';
import { type GrayImage, pyramidOf, resize } from './gray-image.ts';
import {
  type Leak,
  LIKELY_TURNS,
  NEGATIVE_TURNS,
  type Reference,
  resizeLeak,
  SIDEWAYS_TURNS,
  shrinkLeak,
  type Turn,
  turnGray,
  turnLeak,
} from './open-leak.ts';
import { compose, type Projection, scaling, turning } from './projection.ts';
import { startByFeatures } from './register-by-features.ts';

/**
 * `map` takes pixels of the stored picture at half size to pixels of `leak`; `fit` is their correlation. It is certain that
 * the leak shows the picture in this turn if small things agree as well.
 */
export type Registration = {
  map: Projection;
  fit: number;
  isCertain: boolean;
  leak: GrayImage;
  turn: Turn;
};

/** The leak with a long side of a few hundred pixels after a turn, and the size of the whole after it and a stretch. */
type View = { small: GrayImage; width: number; height: number; turn: Turn };
type Start = { fit: number; map: Projection; width: number; height: number; view: View };

const MIN_SIDE = 128;
const SMALL_SIDE = 320;
const MAX_PLACES = 4;
/** Every start is looked at in a sixteenth of the size, unless that is too small, and the likely ones in an eighth. */
type Look = { level: number; rounds: number };
const FIRST_LOOK: Look = { level: 3, rounds: 4 };
const SECOND_LOOK: Look = { level: 2, rounds: 9 };
const LARGE_SIDE = 700;
const MAX_LIKELY = 3;
/** The leak may be tilted by some degrees or stretched. A little of both is found without trying it. */
type Effort = { detail: Detail; tilts: readonly number[]; stretches: readonly number[] };
const QUICK: readonly Effort[] = [
  { detail: ROUGH, tilts: [0], stretches: [1] },
  { detail: ROUGH, tilts: [0], stretches: [0.8, 1.25] },
];
const SLOW: readonly Effort[] = [
  { detail: THOROUGH, tilts: [0, -0.022, 0.022, -0.06, 0.06], stretches: [1] },
];
const CERTAIN = 0.97;
const GOOD = 0.9;
/** At a quarter of the size, the slopes of a symmetric picture agree by less than this with those of its mirror image. */
const CERTAIN_LEVEL = 1;
const GOOD_SLOPES = 0.75;
const MIN_START = 0.4;
const MIN_FIT = 0.5;
const ALL_TURNS = [...LIKELY_TURNS, ...SIDEWAYS_TURNS, ...NEGATIVE_TURNS];

/** Returns undefined if the leak does not show the stored picture. */
export async function register(
  reference: Reference,
  leak: Leak,
  turns: readonly Turn[] = ALL_TURNS,
): Promise<Registration | undefined> {
  if (Math.min(reference.width, reference.height) < MIN_SIDE) return undefined;
  const quick = await registerWhole(reference, leak, turns, QUICK);
  if (quick?.isCertain) return quick;
  const start = await startByFeatures(reference, leak, turns);
  const part = start && refine(reference, start);
  if (part?.isCertain) return part;
  const slow = await registerWhole(reference, leak, turns, SLOW);
  return [quick, slow, part].reduce(
    (best, one) => (one && one.fit > (best?.fit ?? 0) ? one : best),
    undefined,
  );
}

async function registerWhole(
  reference: Reference,
  leak: Leak,
  turns: readonly Turn[],
  efforts: readonly Effort[],
): Promise<Registration | undefined> {
  const small = await shrinkLeak(leak, SMALL_SIDE);
  const best = findBestStart(reference, leak, small, turns, efforts);
  if (!best) return undefined;
  const { turn } = best.view;
  const resized = await resizeLeak(await turnLeak(leak, turn), best.width, best.height);
  return refine(reference, { map: best.map, leak: resized, turn });
}

/** Portraits and scenes are often symmetric, so every turn is tried until small things agree as well. */
function findBestStart(
  reference: Reference,
  leak: Leak,
  small: GrayImage,
  turns: readonly Turn[],
  efforts: readonly Effort[],
): Start | undefined {
  let best: Start | undefined;
  for (const effort of efforts) {
    for (const turn of turns) {
      const upright = turnGray(small, turn);
      for (const stretch of effort.stretches) {
        const start = findStart(reference, viewOf(leak, upright, turn, stretch), effort);
        if (!start || start.fit <= (best?.fit ?? MIN_START)) continue;
        best = start;
        if (isCertain(reference, levelOf(start, { level: CERTAIN_LEVEL }), start)) return best;
      }
    }
  }
  return best;
}

function viewOf(leak: Leak, small: GrayImage, turn: Turn, stretch: number): View {
  const isSideways = turn.degrees % 180 !== 0;
  const [width, height] = isSideways ? [leak.height, leak.width] : [leak.width, leak.height];
  return { small, width: width * stretch, height, turn };
}

/** `leak` has the scale of the stored picture at the level at which slopes are compared. */
function isCertain(reference: Reference, leak: GrayImage, { map, fit }: Pick<Start, 'map' | 'fit'>): boolean {
  const stored = reference.levels[CERTAIN_LEVEL] as GrayImage;
  return fit > GOOD && compareSlopes(stored, leak, map, 2 ** CERTAIN_LEVEL) > GOOD_SLOPES;
}

function findStart(reference: Reference, view: View, { detail, tilts }: Effort): Start | undefined {
  const half = reference.levels[0] as GrayImage;
  const first = reference.width > LARGE_SIDE || reference.height > LARGE_SIDE ? FIRST_LOOK : SECOND_LOOK;
  const starts: Start[] = [];
  for (const place of findPlaces(half, reference, view.small, view, { detail, max: MAX_PLACES })) {
    // At half the stored size the leak has the scale of the stored level, so the map is near a mere shift.
    const width = Math.max(16, Math.round(view.width / place.scale / 2));
    const height = Math.max(16, Math.round(view.height / place.scale / 2));
    const shift = scaling(1, 1, -place.x / 2, -place.y / 2);
    for (const tilt of tilts) {
      const map = compose(shift, turning(tilt, half.width / 2, half.height / 2));
      starts.push(lookAt(reference, { fit: 0, map, width, height, view }, first));
    }
  }
  const likely = starts.sort((one, other) => other.fit - one.fit).slice(0, MAX_LIKELY);
  let best: Start | undefined;
  for (const start of likely) {
    const looked = lookAt(reference, start, SECOND_LOOK);
    if (looked.fit > (best?.fit ?? 0)) best = looked;
    if (best && best.fit > CERTAIN) break;
  }
  return best;
}

function lookAt(reference: Reference, start: Start, { level, rounds }: Look): Start {
  const leak = levelOf(start, { level });
  const stored = reference.levels[level] as GrayImage;
  return { ...start, ...align(stored, leak, start.map, { unit: 2 ** level, rounds, parameters: 6 }) };
}

function levelOf({ width, height, view }: Start, { level }: Pick<Look, 'level'>): GrayImage {
  return resize(view.small, Math.max(4, width >> level), Math.max(4, height >> level));
}

function refine(
  reference: Reference,
  { map, leak, turn }: Omit<Registration, 'fit' | 'isCertain'>,
): Registration | undefined {
  const leaks = pyramidOf(leak, 2);
  let found = { map, fit: -1 };
  for (const [level, rounds, parameters] of STAGES) {
    // At the finest level every other row is plenty.
    const stage = { unit: 2 ** level, rounds, parameters, everyRow: level === 0 ? 2 : 1 };
    const next = align(reference.levels[level] as GrayImage, leaks[level] as GrayImage, found.map, stage);
    // A tilt is kept only where it makes the two agree better at the same size.
    if (parameters === 6 || next.fit > found.fit) found = next;
  }
  if (found.fit < MIN_FIT) return undefined;
  return {
    ...found,
    isCertain: isCertain(reference, leaks[CERTAIN_LEVEL] as GrayImage, found),
    leak,
    turn,
  };
}

const STAGES: readonly (readonly [level: number, rounds: number, parameters: 6 | 8])[] = [
  [2, 10, 6],
  [2, 6, 8],
  [1, 8, 6],
  [1, 6, 8],
  [0, 4, 6],
  [0, 4, 8],
];
