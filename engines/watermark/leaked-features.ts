import { detectFeatures, type Features } from './local-features.ts';
import { type Leak, shrinkLeak, type Turn, turnLeak } from './open-leak.ts';

/** A leak may show a part of the photo or a page around it, so it is looked at in many sizes. */
const LEAKED = { longSides: [640, 533, 444, 370, 309, 257, 214, 179], most: 700, cells: 8, mostPerCell: 22 };
/** One leak is compared with many photos. */
const known = new WeakMap<Leak, Map<string, Promise<Features>>>();

/** Returns the features of the leak after the turn. */
export function leakedFeatures(leak: Leak, turn: Turn): Promise<Features> {
  const turns = known.get(leak) ?? new Map<string, Promise<Features>>();
  known.set(leak, turns);
  const name = JSON.stringify(turn);
  const features = turns.get(name) ?? detect(leak, turn);
  turns.set(name, features);
  return features;
}

async function detect(leak: Leak, turn: Turn): Promise<Features> {
  return detectFeatures(await shrinkLeak(await turnLeak(leak, turn), LEAKED.longSides[0] as number), LEAKED);
}
