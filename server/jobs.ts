import type { Context } from './context.ts';
import { demoJobs } from './demo/seed-photos.ts';
import { accountJobs } from './modules/accounts/accounts.jobs.ts';
import { athleteJobs } from './modules/athletes/athletes.jobs.ts';
import { catalogueJobs } from './modules/catalogue/catalogue.jobs.ts';
import { downloadJobs } from './modules/downloads/downloads.jobs.ts';
import { foundAlbumJobs } from './modules/found-albums/found-albums.jobs.ts';
import { imageJobs } from './modules/images/images.jobs.ts';
import { ingestJobs } from './modules/ingest/ingest.jobs.ts';
import { inviteJobs } from './modules/invites/invites.jobs.ts';
import { liveJobs } from './modules/live/live.jobs.ts';
import { moderationJobs } from './modules/moderation/moderation.jobs.ts';
import { notificationJobs } from './modules/notifications/notifications.jobs.ts';
import { purchases } from './modules/orders/order/purchases.ts';
import { orderJobs } from './modules/orders/orders.jobs.ts';
import { posterJobs } from './modules/posters/posters.jobs.ts';
import { privacyJobs } from './modules/privacy/privacy.jobs.ts';
import { supportJobs } from './modules/support/support.jobs.ts';
import { logJobFailures } from './platform/log-job-failures.ts';
import { mailJobs } from './platform/mail/deliver-mail.ts';
import type { Job } from './platform/queue.ts';

export function allJobs(context: Context): Job[] {
  return [
    ...mailJobs(context.mail),
    ...accountJobs(context),
    ...catalogueJobs(context),
    ...foundAlbumJobs(context),
    ...imageJobs(context),
    ...ingestJobs(context),
    ...downloadJobs(context),
    ...moderationJobs(context),
    ...notificationJobs(context),
    ...orderJobs(context),
    ...athleteJobs(context, purchases),
    ...inviteJobs(context, purchases),
    ...liveJobs(context),
    ...supportJobs(context),
    ...posterJobs(context),
    ...privacyJobs(context),
    ...demoJobs(context),
  ].map((job) => logJobFailures(context.log, job));
}
