import type { AlbumMatches, AthleteMatch } from '#contract/entities/athlete-match.ts';
import { countOf } from '#web/lib/count-words.ts';

type MatchGroups = { sure: AthleteMatch[]; maybe: AthleteMatch[]; rejected: AthleteMatch[] };

/** The customer's decision overrides our estimate; each group starts with the best match. */
export function groupMatches(matches: readonly AthleteMatch[]): MatchGroups {
  const groups: MatchGroups = { sure: [], maybe: [], rejected: [] };
  for (const match of [...matches].sort((a, b) => b.score - a.score)) {
    groups[groupOf(match)].push(match);
  }
  return groups;
}

function groupOf({ decision, certainty }: Pick<AthleteMatch, 'decision' | 'certainty'>): keyof MatchGroups {
  if (decision === 'rejected') return 'rejected';
  return decision === 'confirmed' || certainty === 'sure' ? 'sure' : 'maybe';
}

export function listPicks(albums: readonly AlbumMatches[], picked: ReadonlySet<number>): number[] {
  return albums.flatMap(({ matches }) =>
    matches
      .filter(({ image, owned, decision }) => picked.has(image.id) && !owned && decision !== 'rejected')
      .map(({ image }) => image.id),
  );
}

/** Lists photos that surely show the athlete and are not owned, best first. */
export function listBuyable(albums: readonly AlbumMatches[]): number[] {
  return albums.flatMap(({ matches }) =>
    groupMatches(matches)
      .sure.filter(({ owned }) => !owned)
      .map(({ image }) => image.id),
  );
}

export function photosInWords(photos: number, closeUps: number): string {
  const words = countOf(photos, 'photo');
  return closeUps === 0 ? words : `${words}, ${countOf(closeUps, 'close-up')}`;
}
