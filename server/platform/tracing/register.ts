// Lays a leak over a stored picture. It looks at the pictures only, never at a viewer's code.
import { align } from './align.ts';
import { findPlaces } from './find-places.ts';
import { type GrayPicture, halve, pyramidOf, resize } from './gray-picture.ts';
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
  const [half, , eighth] = reference.levels as [GrayPicture, GrayPicture, GrayPicture];
  const small = await shrinkLeak(upright, SMALL_SIDE);
  let best: Start | undefined;
  for (const place of findPlaces(half, reference, small, upright, MOST_PLACES)) {
    // At half the stored size the leak has the scale of the stored level, so the map is near a mere shift.
    const width = Math.max(16, Math.round(upright.width / place.scale / 2));
    const height = Math.max(16, Math.round(upright.height / place.scale / 2));
    const tiny = halve(resize(small, Math.max(8, width >> 1), Math.max(8, height >> 1)));
    const shift = scaling(1, 1, -place.x / 2, -place.y / 2);
    for (const tilt of TILTS) {
      if (best && best.fit > CERTAIN) return best;
      const map = compose(shift, turning(tilt, half.width / 2, half.height / 2));
      const found = align(eighth, tiny, map, { unit: 4, rounds: 9, parameters: 6 });
      if (found.fit > (best?.fit ?? 0)) best = { ...found, width, height, upright, turn };
    }
  }
  return best;
}

async function refine(reference: Reference, start: Start): Promise<Registration | undefined> {
  const leak = await resizeLeak(start.upright, start.width, start.height);
  const leaks = pyramidOf(leak, 2);
  let found = { map: start.map, fit: -1 };
  for (const [level, rounds, parameters] of STAGES) {
    const stage = { unit: 2 ** level, rounds, parameters };
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
