// A customer may preview an album a limited number of times before buying it.

/** Defaults, which staff can change in the settings. */
export const VIEW_LIMIT = 10;
export const VIEW_LIMIT_WITH_BOUGHT_IMAGES = 50;

export const VIEWS_EXCEEDED_MESSAGE =
  /*i18n*/ 'Album views exceeded. In an effort to protect athletes, we limit the number of times you are able to view an album before purchase';

export type AlbumOwnership = { owned: boolean; boughtImages: number };

export type ViewLimits = { view_limit: number; view_limit_with_images: number };

/** Buyers never have fewer views than other customers. */
export function viewAllowance({ owned, boughtImages }: AlbumOwnership, limits: ViewLimits): number {
  const { view_limit: anyone, view_limit_with_images: buyers } = limits;
  return owned || boughtImages > 0 ? Math.max(anyone, buyers) : anyone;
}

/** A view opens the album for this long, on every device of the account. */
export const VIEW_MINUTES = 30;

/** Returns when the latest view ends, or undefined if it has ended, so that opening the album uses another one. */
export function openUntil(views: readonly { created_at: string }[], now: Date): Date | undefined {
  const latest = views.at(-1);
  if (!latest) return undefined;
  const endsAt = new Date(Date.parse(latest.created_at) + VIEW_MINUTES * 60_000);
  return endsAt > now ? endsAt : undefined;
}

type ViewCount = { owned: boolean; viewsUsed: number; viewsAllowed: number };

export function mayView({ owned, viewsUsed, viewsAllowed }: ViewCount): boolean {
  return owned || viewsUsed < viewsAllowed;
}

const NEAR_SHARE = 0.7;

/** Customers see the limit once they come near it. */
export function isNearViewLimit({ owned, viewsUsed, viewsAllowed }: ViewCount): boolean {
  return !owned && viewsUsed >= viewsAllowed * NEAR_SHARE;
}

// A family opens albums of one to three programs, and a gym owner many of one. Only a scraper opens many programs.

/** Defaults, which staff can change in the settings. */
export const PROGRAM_LIMIT = 12;
export const ALBUM_LIMIT = 60;

/**
 * Defaults. Hundreds of families register on the Wi-Fi of one venue in a day, so new people start with less, never with
 * nothing: four programs and twenty albums a day are enough to look at one's own team.
 */
export const NEW_ACCOUNT_QUOTA_PERCENT = 33;
export const NEW_ACCOUNT_DAYS = 7;
export const NEW_ACCOUNTS_PER_NETWORK = 2;

export const PROGRAM_DAYS = 30;
export const ALBUM_HOURS = 24;

export const PROGRAMS_EXCEEDED_MESSAGE =
  /*i18n*/ 'To protect athletes, you can open albums from only a few gyms and programs in 30 days. Ask someone who bought this album to invite you, or write to us.';
export const ALBUMS_EXCEEDED_MESSAGE =
  /*i18n*/ 'To protect athletes, you can open only so many albums in a day. Come back tomorrow, ask someone who bought this album to invite you, or write to us.';

// A family follows one to three programs, so somebody who follows dozens is collecting pictures of strangers.

/** Accounts that saved more before this limit keep them, but faces are searched only for the newest ones. */
export const MAX_SAVED_TEAMS = 12;

/** A team that was named exactly keeps its place this long after it was removed, so that rotating teams reaches no more faces. */
export const TEAM_PLACE_DAYS = 30;

export const TEAMS_FULL_MESSAGE =
  /*i18n*/ 'You can follow up to 12 teams. When you remove one, its spot frees up after 30 days.';
export const PROGRAMS_FULL_MESSAGE =
  /*i18n*/ 'You can follow up to 12 teams. Remove a whole program to follow another team.';

export const MAX_FAVORITES = 2_000;
export const MAX_FAVORITES_PER_CALL = 500;

// The number of albums on one page of a search.

export const ALBUM_PAGE_SIZE = 10;

// Covers exist in these sizes beside the thumb, so that they are sharp on screens with two and three pixels per dot.

/** Lengths of the longer side in pixels. A photo is never enlarged. */
export const COVER_SIDES = [480, 960, 1440] as const;
export type CoverSide = (typeof COVER_SIDES)[number];
export type CoverVariant = `cover-${CoverSide}`;

export const COVER_VARIANTS: readonly CoverVariant[] = COVER_SIDES.map((side) => `cover-${side}` as const);

export const THUMB_SIDE = 400;

/** The largest cover without the mark of a viewer; visitors and unverified accounts see no larger one. */
export const PUBLIC_COVER_SIDE = 480 satisfies CoverSide;

type Size = { width: number; height: number };

/** Returns the real width of a rendition, which for an upright photo is less than the named side. */
export function renditionWidth({ width, height }: Size, side: number): number {
  return Math.max(1, Math.round(width * Math.min(1, side / Math.max(width, height, 1))));
}

/** How far down in a crop the middle of the faces stands. The small face of a lifted athlete is above that middle. */
const FACES_AT = 0.6;

/**
 * How much of what a crop hides is above it, when it shows this part of the height. Where no faces are known, little is
 * cut above: heads are high in a photo, and a lifted athlete's is the highest.
 */
export function cutAbove(focus: { y: number } | undefined, visible: number): number {
  if (!focus) return 0.1;
  const hidden = 1 - visible;
  return hidden > 0 ? Math.min(Math.max((focus.y / 100 - FACES_AT * visible) / hidden, 0), 1) : 0.5;
}

// The short codes on posters, which name an event or a team at an event.

/** No vowels, so that no code is a word, and no characters that are easily confused. */
const ALPHABET = '23456789CDFGHJKMNPQRTVWX';
const LENGTH = 6;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Case, spaces and hyphens do not matter. Returns undefined if the text cannot be a code. */
export function readPosterCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}

/** Two groups of three are easier to read and to type. */
export function showPosterCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)} ${code.slice(LENGTH / 2)}`;
}
