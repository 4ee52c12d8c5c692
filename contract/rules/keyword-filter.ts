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

/** Without case and accents, like `search_text` of the database: "elan" finds "Élan". */
export const searchText = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');

export function splitKeywords(text: string): string[] {
  return searchText(text).split(/\s+/).filter(Boolean);
}

/** Callers should compute this once per album, because it is searched at every keystroke. */
export function keywordHaystack({ album, event }: KeywordFields): string {
  const fields = [
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
  ];
  return searchText(fields.join(FIELD_BREAK));
}

export function hasEveryKeyword(haystack: string, keywords: readonly string[]): boolean {
  return keywords.every((keyword) => haystack.includes(keyword));
}
