// A customer's albums are searched in turns: the first albums of everybody come before the later ones of anybody, and
// only so many a day.

export type KnownTurn = { albumId: number; turn: number; grantedAt: string; startedAt: string | null };

const HOUR_MS = 3_600_000;

/** Days begin at midnight UTC, so that every server counts the same. */
export function dayOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
}

export function nextDayAfter(now: Date): Date {
  const day = dayOf(now);
  day.setUTCDate(day.getUTCDate() + 1);
  return day;
}

type TurnRequest = {
  albumIds: readonly number[];
  /** The customer's turns of today. */
  known: readonly KnownTurn[];
  limit: number;
  now: Date;
};

/**
 * An album that still waits keeps its turn. One that was searched before gets a later turn, but it does not count again
 * on the same day. `fresh` are the turns to save.
 */
export function planTurns({ albumIds, known, limit, now }: TurnRequest): {
  turns: Map<number, number>;
  fresh: Map<number, number>;
} {
  const today = new Map(known.map((turn) => [turn.albumId, turn]));
  const hourAgo = now.getTime() - HOUR_MS;
  let next = known.filter(({ grantedAt }) => Date.parse(grantedAt) >= hourAgo).length;
  let left = limit - today.size;
  const turns = new Map<number, number>();
  const fresh = new Map<number, number>();
  for (const albumId of albumIds) {
    const earlier = today.get(albumId);
    if (earlier && earlier.startedAt === null) {
      turns.set(albumId, earlier.turn);
      continue;
    }
    if (!earlier) {
      if (left <= 0) continue;
      left -= 1;
    }
    turns.set(albumId, next);
    fresh.set(albumId, next);
    next += 1;
  }
  return { turns, fresh };
}
