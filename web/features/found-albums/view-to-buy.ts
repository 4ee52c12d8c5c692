import type { QueryClient } from '@tanstack/react-query';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { readSession } from '#web/lib/session.ts';
import { keepView, spendView } from './use-spend-view.ts';

/** An album can be bought once it was viewed, so whoever chose to buy it on its public page uses one view. */
export async function viewToBuy(client: QueryClient, found: UserFoundAlbum): Promise<void> {
  const { user } = readSession();
  if (!user || found.owned || found.user_album_views.length > 0) return;
  keepView(client, user.id, await spendView(found.id));
}
