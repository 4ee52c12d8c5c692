import type { Context } from './context.ts';
import { demoJobs } from './demo/demo.jobs.ts';
import { accountJobs } from './modules/accounts/accounts.jobs.ts';
import { makeMailSecret } from './modules/accounts/links.ts';
import { afterSaleJobs } from './modules/after-sale/after-sale.jobs.ts';
import { athleteJobs } from './modules/athletes/athletes.jobs.ts';
import { showOnLockScreen } from './modules/athletes/show-on-lock-screen.ts';
import { ownershipsOf } from './modules/catalogue/album-ownership.ts';
import { catalogueJobs } from './modules/catalogue/catalogue.jobs.ts';
import { downloadJobs } from './modules/downloads/downloads.jobs.ts';
import { foundAlbumJobs } from './modules/found-albums/found-albums.jobs.ts';
import { groupOrderJobs } from './modules/group-orders/group-orders.jobs.ts';
import { settleShares } from './modules/group-orders/settle-shares.ts';
import { imageJobs } from './modules/images/images.jobs.ts';
import { albumMailCard } from './modules/images/mail-cover.ts';
import { cullingJobs, ingestJobs } from './modules/ingest/ingest.jobs.ts';
import { leakJobs } from './modules/leaks/leaks.jobs.ts';
import { ledgerJobs } from './modules/ledger/ledger.jobs.ts';
import { moderationJobs } from './modules/moderation/moderation.jobs.ts';
import type { ShowAlbum } from './modules/notifications/deliver-message.ts';
import { notificationJobs } from './modules/notifications/notifications.jobs.ts';
import { hasBought, purchases } from './modules/orders/purchases.ts';
import { payeeJobs } from './modules/payees/payees.jobs.ts';
import { paymentJobs } from './modules/payments/payments.jobs.ts';
import { settleHoldsWith } from './modules/payments/settle.ts';
import { privacyJobs } from './modules/privacy/privacy.jobs.ts';
import { providerEventJobs } from './modules/provider-events/provider-events.jobs.ts';
import { reminderJobs } from './modules/reminders/reminders.jobs.ts';
import { reportJobs } from './modules/reports/reports.jobs.ts';
import { inviteJobs } from './modules/sharing/invites.jobs.ts';
import { supportJobs } from './modules/support/support.jobs.ts';
import { taxJobs } from './modules/tax/tax.jobs.ts';
import type { Lane } from './platform/config/environment.ts';
import { liveJobs } from './platform/live/live.ts';
import { mailJobs } from './platform/mail/deliver-mail.ts';
import { logJobFailures } from './platform/queue/log-job-failures.ts';
import type { Job } from './platform/queue/queue.ts';

// Payments know nothing of group orders, which are paid by holds.
settleHoldsWith(settleShares);

const showAlbum: ShowAlbum = async (context, { userId, albumId, i18n }) => {
  const ownership = await ownershipsOf(purchases, context.db, userId, [albumId]);
  return albumMailCard(context, { albumId, i18n, isOwned: ownership(albumId).owned });
};

/** The lane of a job is that of the first part of its name; all other jobs are in `rest`. */
const LANE_OF_MODULE: Record<string, Lane> = {
  accounts: 'codes',
  mail: 'codes',
  posters: 'codes',
  orders: 'money',
  payees: 'money',
  downloads: 'notices',
  invites: 'notices',
  moderation: 'notices',
  notifications: 'notices',
  privacy: 'notices',
  reminders: 'notices',
  support: 'notices',
  athletes: 'images',
  demo: 'images',
  images: 'images',
  ingest: 'images',
  leaks: 'images',
};

export function laneOf({ definition }: Pick<Job, 'definition'>): Lane {
  return LANE_OF_MODULE[definition.name.split('.', 1)[0] ?? ''] ?? 'rest';
}

/** Nobody waits on a page for these jobs, so they use their own connections. */
const BACKGROUND: ReadonlySet<Lane> = new Set(['images', 'rest']);

export function allJobs(context: Context): Job[] {
  const isBackground = (job: Job) => BACKGROUND.has(laneOf(job));
  return [
    ...createJobs({ ...context, db: context.urgentDb }).filter((job) => !isBackground(job)),
    ...createJobs({ ...context, db: context.backgroundDb }).filter(isBackground),
  ];
}

/** The jobs of this process's lanes. */
export function chosenJobs(context: Context): Job[] {
  return allJobs(context).filter((job) => context.config.lanes.includes(laneOf(job)));
}

function createJobs(context: Context): Job[] {
  return [
    ...mailJobs(context.mail, (reader) => makeMailSecret(context, reader)),
    ...accountJobs(context, { hasBought }),
    ...catalogueJobs(context),
    ...foundAlbumJobs(context),
    ...imageJobs(context),
    ...ingestJobs(context),
    ...cullingJobs(context),
    ...downloadJobs(context),
    ...moderationJobs(context),
    ...notificationJobs(context, { showAlbum, showAthlete: showOnLockScreen(purchases) }),
    ...ledgerJobs(context),
    ...taxJobs(context),
    ...payeeJobs(context),
    ...paymentJobs(context),
    ...groupOrderJobs(context),
    ...afterSaleJobs(context),
    ...providerEventJobs(context),
    ...athleteJobs(context, purchases),
    ...inviteJobs(context, purchases),
    ...liveJobs(context),
    ...supportJobs(context),
    ...privacyJobs(context),
    ...reminderJobs(context),
    ...reportJobs(context),
    ...leakJobs(context),
    ...demoJobs(context, allJobs),
  ].map((job) => logJobFailures(context.log, job));
}
