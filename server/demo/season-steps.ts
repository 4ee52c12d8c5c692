import type { SeasonCustomer } from './cast.ts';
import type { DemoAlbum, DemoData } from './demo-data.ts';
import type { Random } from './random.ts';
import type { ACTS } from './season-acts.ts';

type Kind = keyof typeof ACTS;
type DetailsOf<K extends Kind> = Omit<Parameters<(typeof ACTS)[K]>[1], 'at'>;
type StepOf<K extends Kind> = K extends unknown ? { kind: K; at: Date } & DetailsOf<K> : never;
export type SeasonStep = StepOf<Kind>;

export type Plan = {
  random: Random;
  data: DemoData;
  albums: DemoAlbum[];
  customers: SeasonCustomer[];
  until: number;
  steps: SeasonStep[];
  add<K extends Kind>(kind: K, at: number, details: DetailsOf<K>): void;
  of<K extends Kind>(kind: K): StepOf<K>[];
  /** Counts visits that end without a purchase, of customers who are not reminded of anything yet. */
  undecided: number;
};

export const byTime = <S extends { at: Date }>(steps: S[]) =>
  steps.toSorted((a, b) => a.at.getTime() - b.at.getTime());
