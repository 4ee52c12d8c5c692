import type { AlbumOnly, Event, UserAlbumState, UserFoundAlbum } from '#contract/entities/album.ts';
import { VIEW_LIMIT } from '#contract/rules/albums.ts';
import { hasEveryKeyword, keywordHaystack, splitKeywords } from '#contract/rules/keyword-filter.ts';
import type { ViewStatus } from '#web/components/view-meter.tsx';
import { compareIso } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { findMyAlbum } from './my-albums.query.ts';

/** An album on a card, with its searchable text and the number of views. */
export type ListedAlbum = { album: AlbumOnly; event: Event; haystack: string; status: ViewStatus };
export type MyAlbum = UserFoundAlbum & ListedAlbum;

/** An album that was never opened has the site's allowance. */
export function statusOf(found: UserFoundAlbum | undefined, viewLimit = VIEW_LIMIT): ViewStatus {
  return {
    viewsUsed: found?.user_album_views.length ?? 0,
    viewsAllowed: found?.views_allowed ?? viewLimit,
    owned: found?.owned ?? false,
  };
}

const performedAt = ({ album, event }: UserFoundAlbum) => album.planned_at ?? event.start_date;

/** Returns the newest performance first. */
export function listAlbums(state: UserAlbumState): MyAlbum[] {
  const byAlbum = new Map([...state.found, ...state.owned].map((found) => [found.album.id, found]));
  return [...byAlbum.values()]
    .sort((a, b) => {
      const order = compareIso(performedAt(b), performedAt(a));
      return order || b.album.performance_order - a.album.performance_order;
    })
    .map((found) => ({ ...found, haystack: keywordHaystack(found), status: statusOf(found) }));
}

/** The albums of an event, with what the customer has of them. */
export function listEventAlbums(
  albums: readonly AlbumOnly[],
  event: Event,
  { mine, viewLimit }: { mine: UserAlbumState | undefined; viewLimit: number | undefined },
): ListedAlbum[] {
  return albums.map((album) => ({
    album,
    event,
    haystack: keywordHaystack({ album, event }),
    status: statusOf(findMyAlbum(mine, album.id), viewLimit),
  }));
}

export function filterAlbums<T extends { haystack: string }>(
  albums: readonly T[],
  text: string,
): readonly T[] {
  const keywords = splitKeywords(text);
  return keywords.length === 0
    ? albums
    : albums.filter(({ haystack }) => hasEveryKeyword(haystack, keywords));
}

/** The album whose photos were published last, among those with pictures that are not owned. */
export function findNewest(albums: readonly UserFoundAlbum[]): UserFoundAlbum | undefined {
  return albums
    .filter(({ album, owned }) => !owned && album.cover.length > 0)
    .reduce<UserFoundAlbum | undefined>(
      (newest, found) =>
        newest && compareIso(onlineSince(newest), onlineSince(found)) >= 0 ? newest : found,
      undefined,
    );
}

const onlineSince = ({ published_at, found_at }: UserFoundAlbum) => published_at ?? found_at;

const HOUR_MS = 3600_000;
const STILL_NEW_HOURS = 7 * 24;

/** Shows how long the photos have been online, for a week and until the album was opened. */
export function newMark(found: UserFoundAlbum, now = Date.now()): string | undefined {
  const hours = Math.floor((now - Date.parse(onlineSince(found))) / HOUR_MS);
  if (found.owned || found.user_album_views.length > 0 || hours >= STILL_NEW_HOURS) return undefined;
  if (hours < 1) return i18n.t('New · just now');
  if (hours < 24) return i18n.t('New · {hours, plural, one {# hour} other {# hours}} ago', { hours });
  return i18n.t('New · {days, plural, one {yesterday} other {# days ago}}', { days: Math.floor(hours / 24) });
}
