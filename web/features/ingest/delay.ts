// A delay shifts every album planned from a given time on. Undoing it must shift back exactly those albums.

export type Planned = { planned_at: string | null };
export type Delay = { minutes: number; from: string };

const MINUTE_MS = 60_000;

const plannedMs = ({ planned_at }: Planned) => (planned_at === null ? undefined : Date.parse(planned_at));

export function countShifted(albums: readonly Planned[], from: string): number {
  const fromMs = Date.parse(from);
  return albums.filter((album) => (plannedMs(album) ?? Number.NEGATIVE_INFINITY) >= fromMs).length;
}

/** Returns undefined if undoing would also shift albums that the delay did not. */
export function undoOfDelay(albumsBefore: readonly Planned[], { minutes, from }: Delay): Delay | undefined {
  const fromMs = Date.parse(from);
  const backFromMs = fromMs + minutes * MINUTE_MS;
  const wouldMoveOthers = albumsBefore.some((album) => {
    const at = plannedMs(album);
    return at !== undefined && at < fromMs && at >= backFromMs;
  });
  return wouldMoveOthers ? undefined : { minutes: -minutes, from: new Date(backFromMs).toISOString() };
}
