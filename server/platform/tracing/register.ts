// Lays a leak over a stored picture. It looks at the pictures only, never at a viewer's code.
import { align } from './align.ts';
import { findPlaces } from './find-places.ts';
import { type GrayPicture, pyramidOf, resize } from './gray-picture.ts';
import {
  type Leak,
  LIKELY_TURNS,
  resizeLeak,
  SIDEWAYS_TURNS,
  shrinkLeak,
  type Turn,
  turnLeak,
} from './open-leak.ts';
import type { Reference } from './open-reference.ts';
import { compose, type Projection, scaling, turning } from './projection.ts';

/** `map` takes pixels of the stored picture at half size to pixels of `leak`; `fit` is their correlation. */
export type Registration = { map: Projection; fit: number; leak: GrayPicture; turn: Turn };

type Start = { fit: number; map: Projection; width: number; height: number; upright: Leak; turn: Turn };

const LEAST_SIDE = 128;
const SMALL_SIDE = 320;
const MOST_PLACES = 4;
/** Every start is looked at in a sixteenth of the size, unless that is too small, and the likely ones in an eighth. */
type Look = { level: number; rounds: number };
const FIRST_LOOK: Look = { level: 3, rounds: 4 };
const SECOND_LOOK: Look = { level: 2, rounds: 9 };
const LARGE_SIDE = 700;
const MOST_LIKELY = 3;
/** The leak may be tilted by some degrees. */
const TILTS = [0, -0.022, 0.022, -0.06, 0.06];
const CERTAIN = 0.97;
/** A leak that fits this well, upright or mirrored, is not tried sideways as well. */
const GOOD = 0.9;
const LEAST_START = 0.4;
const LEAST_FIT = 0.5;
const ALL_TURNS = [...LIKELY_TURNS, ...SIDEWAYS_TURNS];

/** Returns undefined if the leak does not show the stored picture. */
export async function register(
  reference: Reference,
  leak: Leak,
  turns: readonly Turn[] = ALL_TURNS,
): Promise<Registration | undefined> {
  if (Math.min(reference.width, reference.height) < LEAST_SIDE) return undefined;
  let best: Start | undefined;
  for (const turn of turns) {
    // Scenes are often symmetric, so an upright leak is also tried mirrored before it counts as found.
    if (best && best.fit > (turn.degrees === 0 ? CERTAIN : GOOD)) break;
    const upright = await turnLeak(leak, turn);
    const start = await findStart(reference, upright, turn);
    if (start && start.fit > (best?.fit ?? LEAST_START)) best = start;
  }
  return best && refine(reference, best);
}

async function findStart(reference: Reference, upright: Leak, turn: Turn): Promise<Start | undefined> {
  const half = reference.levels[0] as GrayPicture;
  const small = await shrinkLeak(upright, SMALL_SIDE);
  const first = reference.width > LARGE_SIDE || reference.height > LARGE_SIDE ? FIRST_LOOK : SECOND_LOOK;
  const starts: Start[] = [];
  for (const place of findPlaces(half, reference, small, upright, MOST_PLACES)) {
    // At half the stored size the leak has the scale of the stored level, so the map is near a mere shift.
    const width = Math.max(16, Math.round(upright.width / place.scale / 2));
    const height = Math.max(16, Math.round(upright.height / place.scale / 2));
    const shift = scaling(1, 1, -place.x / 2, -place.y / 2);
    for (const tilt of TILTS) {
      const map = compose(shift, turning(tilt, half.width / 2, half.height / 2));
      starts.push(lookAt(reference, small, { fit: 0, map, width, height, upright, turn }, first));
    }
  }
  const likely = starts.sort((one, other) => other.fit - one.fit).slice(0, MOST_LIKELY);
  let best: Start | undefined;
  for (const start of likely) {
    const looked = lookAt(reference, small, start, SECOND_LOOK);
    if (looked.fit > (best?.fit ?? 0)) best = looked;
    if (best && best.fit > CERTAIN) break;
  }
  return best;
}

function lookAt(reference: Reference, small: GrayPicture, start: Start, { level, rounds }: Look): Start {
  const unit = 2 ** level;
  const [width, height] = [Math.max(4, start.width >> level), Math.max(4, start.height >> level)];
  const leak = resize(small, width, height);
  const stored = reference.levels[level] as GrayPicture;
  return { ...start, ...align(stored, leak, start.map, { unit, rounds, parameters: 6 }) };
}

async function refine(reference: Reference, start: Start): Promise<Registration | undefined> {
  const leak = await resizeLeak(start.upright, start.width, start.height);
  const leaks = pyramidOf(leak, 2);
  let found = { map: start.map, fit: -1 };
  for (const [level, rounds, parameters] of STAGES) {
    // At the finest level every other row is plenty.
    const stage = { unit: 2 ** level, rounds, parameters, everyRow: level === 0 ? 2 : 1 };
    const next = align(reference.levels[level] as GrayPicture, leaks[level] as GrayPicture, found.map, stage);
    // A tilt is kept only where it makes the two agree better at the same size.
    if (parameters === 6 || next.fit > found.fit) found = next;
  }
  return found.fit < LEAST_FIT ? undefined : { ...found, leak, turn: start.turn };
}

const STAGES: readonly (readonly [level: number, rounds: number, parameters: 6 | 8])[] = [
  [2, 10, 6],
  [2, 6, 8],
  [1, 8, 6],
  [1, 6, 8],
  [0, 4, 6],
  [0, 4, 8],
];
