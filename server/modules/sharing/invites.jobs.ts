import type { Context } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { onJob } from '#server/platform/queue/queue.ts';
import { mailAlbumInvite, mailOrderInvite, sendAlbumInvite, sendOrderInvite } from './send-invites.ts';

export function inviteJobs(context: Context, purchases: Purchases) {
  return [
    onJob(sendOrderInvite, (sent) => mailOrderInvite(context, sent)),
    onJob(sendAlbumInvite, (sent) => mailAlbumInvite({ ...context, purchases }, sent)),
  ];
}
