// The keyword filter of the specification's section 5: split by spaces, every keyword must be found.

export type KeywordFields = {
  album: { program_name: string; team_name: string; division_name: string; performance_order: number };
  event: {
    name: string;
    brand_name: string;
    city: string;
    state: string;
    producer_name: string;
    venue_name: string;
  };
};

/** One per line: a keyword holds no line break, so it can only be found within one field. */
const FIELD_BREAK = '\n';

export function splitKeywords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The ten fields as one lower-case text; compute it once per album and search it at every keystroke. */
export function keywordHaystack({ album, event }: KeywordFields): string {
  return [
    album.program_name,
    album.team_name,
    album.division_name,
    event.name,
    event.brand_name,
    event.city,
    event.state,
    event.producer_name,
    event.venue_name,
    String(album.performance_order),
  ]
    .join(FIELD_BREAK)
    .toLowerCase();
}

export function hasEveryKeyword(haystack: string, keywords: readonly string[]): boolean {
  return keywords.every((keyword) => haystack.includes(keyword));
}
