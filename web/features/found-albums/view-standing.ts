import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { VIEW_LIMIT } from '#contract/rules/view-allowance.ts';
import type { ViewStanding } from '#web/components/view-meter.tsx';

export function standingOf(found: UserFoundAlbum | undefined): ViewStanding {
  return {
    viewsUsed: found?.user_album_views.length ?? 0,
    viewsAllowed: found?.views_allowed ?? VIEW_LIMIT,
    owned: found?.owned ?? false,
  };
}
