import type { UserAlbumState, UserFoundAlbum } from '#contract/entities/found-album.ts';
import { hasEveryKeyword, keywordHaystack, splitKeywords } from '#contract/rules/keyword-filter.ts';
import { compareIso } from '#web/lib/compare-iso.ts';

const PAGE_SIZE = 10;

export type ListedAlbum = UserFoundAlbum & { haystack: string };

const performedAt = ({ album, event }: UserFoundAlbum) => album.planned_at ?? event.start_date;

/** Returns the newest performance first. */
export function listAlbums(state: UserAlbumState): ListedAlbum[] {
  const byAlbum = new Map([...state.found, ...state.owned].map((found) => [found.album.id, found]));
  return [...byAlbum.values()]
    .sort((a, b) => {
      const order = compareIso(performedAt(b), performedAt(a));
      return order || b.album.performance_order - a.album.performance_order;
    })
    .map((found) => ({ ...found, haystack: keywordHaystack(found) }));
}

export function filterAlbums(albums: readonly ListedAlbum[], text: string): readonly ListedAlbum[] {
  const keywords = splitKeywords(text);
  return keywords.length === 0
    ? albums
    : albums.filter(({ haystack }) => hasEveryKeyword(haystack, keywords));
}

export type AlbumPage<T> = { page: number; pageCount: number; shown: T[] };

/** A page number beyond the end means the last page. */
export function pageOf<T>(items: readonly T[], wantedPage: number): AlbumPage<T> {
  const pageCount = Math.max(1, Math.ceil(items.length / PAGE_SIZE));
  const page = Math.min(wantedPage, pageCount);
  const shown = items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return { page, pageCount, shown };
}

export function findNewest(albums: readonly UserFoundAlbum[]): UserFoundAlbum | undefined {
  return albums
    .filter(({ album }) => album.cover.length > 0)
    .reduce<UserFoundAlbum | undefined>(
      (newest, found) => (newest && newest.found_at >= found.found_at ? newest : found),
      undefined,
    );
}
