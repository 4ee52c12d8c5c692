// An album matches if it contains every keyword; keywords are separated by spaces.

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

/** Fields are joined by line breaks, so that a keyword cannot match across two fields. */
const FIELD_BREAK = '\n';

export function splitKeywords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Callers should compute this once per album, because it is searched at every keystroke. */
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
