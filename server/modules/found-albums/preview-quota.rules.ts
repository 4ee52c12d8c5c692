import { ALBUM_HOURS, PROGRAM_DAYS } from '#contract/rules/albums.ts';

export type Preview = { albumId: number; program: string; openedAt: string };
export type PreviewLimits = { programs: number; albums: number };
export type Refusal = { code: 'programs_exceeded' | 'albums_exceeded'; limit: number; freeAt: Date };

const HOUR_MS = 3600_000;
export const PROGRAM_WINDOW_MS = PROGRAM_DAYS * 24 * HOUR_MS;
const ALBUM_WINDOW_MS = ALBUM_HOURS * HOUR_MS;

/** Two spellings of a program count as one: case, spaces, invisible characters and wide letters are ignored. */
export function programKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Counts each program and album once, at its latest preview. */
export function countPreviews(previews: readonly Preview[], now: Date) {
  return {
    programs: latestBy(previews, ({ program }) => program, now.getTime() - PROGRAM_WINDOW_MS),
    albums: latestBy(previews, ({ albumId }) => albumId, now.getTime() - ALBUM_WINDOW_MS),
  };
}

/** Returns undefined if the album may be opened. What is already counted costs nothing. */
export function refusePreview(
  { albumId, program }: Pick<Preview, 'albumId' | 'program'>,
  previews: readonly Preview[],
  limits: PreviewLimits,
  now: Date,
): Refusal | undefined {
  const { programs, albums } = countPreviews(previews, now);
  if (!programs.has(program) && programs.size >= limits.programs) {
    const freeAt = freeTime(programs, limits.programs, PROGRAM_WINDOW_MS);
    return { code: 'programs_exceeded', limit: limits.programs, freeAt };
  }
  if (!albums.has(albumId) && albums.size >= limits.albums) {
    const freeAt = freeTime(albums, limits.albums, ALBUM_WINDOW_MS);
    return { code: 'albums_exceeded', limit: limits.albums, freeAt };
  }
  return undefined;
}

function latestBy<Key>(previews: readonly Preview[], keyOf: (preview: Preview) => Key, sinceMs: number) {
  const latest = new Map<Key, number>();
  for (const preview of previews) {
    const openedMs = Date.parse(preview.openedAt);
    if (openedMs <= sinceMs) continue;
    latest.set(keyOf(preview), Math.max(openedMs, latest.get(keyOf(preview)) ?? 0));
  }
  return latest;
}

/** The time at which enough previews have left the window for one more. */
function freeTime(latest: ReadonlyMap<unknown, number>, limit: number, windowMs: number): Date {
  const oldestFirst = [...latest.values()].sort((a, b) => a - b);
  return new Date((oldestFirst[oldestFirst.length - limit] ?? 0) + windowMs);
}
