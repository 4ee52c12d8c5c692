// A search text is split at spaces, and every keyword must be found.
import { type RawBuilder, sql } from 'kysely';

const MAX_KEYWORDS = 10;

export function splitKeywords(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, MAX_KEYWORDS);
}

/** `text` is what `search_text` gave, which the keywords go through too, so that both follow the same rules. */
export function hasKeywords(text: RawBuilder<string>, keywords: string[]): RawBuilder<boolean> {
  if (keywords.length === 0) return sql`true`;
  return sql.join(
    keywords.map((keyword) => sql`${text} like search_text(${containing(keyword)})`),
    sql` and `,
  );
}

/** A pattern for `like`. */
export function containing(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
