import type { UserFoundAlbum } from '#contract/entities/album.ts';
import { VIEW_LIMIT } from '#contract/rules/albums.ts';
import type { ViewStatus } from '#web/components/view-meter.tsx';

/** An album that was never opened has the site's allowance. */
export function statusOf(found: UserFoundAlbum | undefined, viewLimit = VIEW_LIMIT): ViewStatus {
  return {
    viewsUsed: found?.user_album_views.length ?? 0,
    viewsAllowed: found?.views_allowed ?? viewLimit,
    owned: found?.owned ?? false,
  };
}
