import { type Context, inTransaction } from '#server/context.ts';
import { albumPublished } from '#server/modules/catalogue/publish-album.ts';
import { onJob } from '#server/platform/queue.ts';
import { tellFollowers } from './team-subscriptions.ts';

export function foundAlbumJobs(context: Context) {
  return [onJob(albumPublished, (news) => inTransaction(context, (tx) => tellFollowers(tx, news)))];
}
