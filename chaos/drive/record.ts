export const KINDS = ['registration', 'purchase', 'upload', 'view', 'message'] as const;
export type Kind = (typeof KINDS)[number];

/** One thing that somebody does. It is tried again, as a browser does, until it is acknowledged. */
export type Deed = { kind: Kind; id: string; tries: number; isAcknowledged: boolean };

export type Failure = { at: number; kind: Kind; reason: string };

export type DriveRecord = {
  deeds: Deed[];
  failures: Failure[];
  calls: number;
};

export function newRecord(): DriveRecord {
  return { deeds: [], failures: [], calls: 0 };
}

/** Counts the different seconds in which at least one call failed. */
export function failedSeconds(failures: Failure[], from: number, to: number): number {
  const within = failures.filter(({ at }) => at >= from && at < to);
  return new Set(within.map(({ at }) => Math.floor(at / 1000))).size;
}
