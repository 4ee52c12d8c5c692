// The sentence about a log-in that failed, which the log-in shows without loading all other errors.

export const LOGIN_FAILED_MESSAGE = /*i18n*/ 'Login Failed, please try again';

// Pages show these sentences themselves, and the file of all errors would make a first visit larger.

export const NOT_FOUND_MESSAGE = /*i18n*/ 'We can’t find that.';
export const PAYMENT_FAILED_MESSAGE =
  /*i18n*/ 'Your card couldn’t be processed, and you weren’t charged. Please try again.';

/** An account is named only if the chance of a mistake is below this. */
export const MAX_CHANCE = 1e-6;

/** The sums behind a chance are not exact enough to say more. */
const SMALLEST_SHOWN = 1e-12;

/** Rounds down to a power of ten, so that no more is claimed than is known: "1 in 1,000,000". */
export function chanceMessage(chance: number): string {
  const shown = Math.max(SMALLEST_SHOWN, Math.min(chance, MAX_CHANCE));
  return `less than 1 in ${(10 ** Math.floor(-Math.log10(shown) + 1e-9)).toLocaleString('en-US')}`;
}

// An album and its event are each named in one line.

type Team = { program_name: string; team_name: string; division_name: string };
type Event = { start_date: string; brand_name: string; name: string; city: string; state: string };

export function teamLine(album: Team): string {
  return [`${album.program_name} ${album.team_name}`.trim(), album.division_name].filter(Boolean).join(', ');
}

/** The brand comes before the name, unless the name already contains the brand or its first word. */
export function eventName({ brand_name: brand, name }: Pick<Event, 'brand_name' | 'name'>): string {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const brandWord = wordsOf(brand).find((word) => !ARTICLES.has(word));
  const isNamed = brandWord === undefined || wordsOf(name).includes(brandWord);
  return isNamed ? name : `${brand} ${name}`;
}

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an']);

/** Many event names already have the year in them. */
export function eventLine(event: Event): string {
  const year = event.start_date.slice(0, 4);
  const name = eventName(event);
  const title = name.includes(year) ? name : `${year} ${name}`;
  return [title, event.city, event.state].filter(Boolean).join(', ');
}
