import type { Site } from './attacker.ts';

/** How hard to try: the tests try less than `npm run attack`. */
export type Effort = { guesses: number; sockets: number };

export type Outcome = {
  /** What the attacker has in the end, in words. */
  got: string;
  isTooMuch: boolean;
};

export type Attack = {
  name: string;
  /** What the attacker got before there was a defense. */
  before: string;
  play(site: Site, effort: Effort): Promise<Outcome>;
};
