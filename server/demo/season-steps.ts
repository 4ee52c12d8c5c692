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
  add<K extends Kind>(kind: K, at: number, details: DetailsOf<K>): void;
  /** The steps of a kind so far, in the order of time. */
  of<K extends Kind>(kind: K): StepOf<K>[];
};
