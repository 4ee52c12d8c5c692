import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { I18n } from '#contract/i18n.ts';
import { startZip } from '#engines/zip/zip.ts';
import type { Context } from '#server/context.ts';

import { exportAccount } from '#server/modules/accounts/erase-account.ts';
import { findAddressee } from '#server/modules/accounts/find-people.ts';
import { exportOrders } from '#server/modules/after-sale/buyer-data.ts';
import { exportAthletes } from '#server/modules/athletes/export-athletes.ts';
import { exportFoundAlbums } from '#server/modules/found-albums/export-found-albums.ts';
import { exportFavorites } from '#server/modules/found-albums/favorites.ts';
import { exportForcedCovers } from '#server/modules/moderation/forced-covers.ts';
import { exportReports } from '#server/modules/moderation/reports.ts';
import { exportNotifications } from '#server/modules/notifications/notification-settings.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { exportInvites } from '#server/modules/sharing/invites.ts';
import { exportConversations } from '#server/modules/support/erase-conversations.ts';
import { exportAudit } from '#server/platform/audit/audit-list.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { StreamedFile } from '#server/platform/http/handle.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import type { ExportFile } from '#server/platform/personal-data/export-file.ts';
import { exportRest } from '#server/platform/personal-data/export-rest.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';

/** After this long an export that never ended no longer blocks the next one. */
const STALE_MINUTES = 15;

/** Sends each file as soon as it is read, so that the memory needed does not grow with the data. */
export async function exportData(context: Context, { userId }: Actor): Promise<StreamedFile> {
  const { db, clock } = context;
  const now = clock.now();
  const key = randomUUID();
  const claim = { userId, key, now, staleBefore: minutesFrom(now, -STALE_MINUTES) };
  if (!(await claimExport(db, claim))) throw new AppError('export_running');
  const { site_name: siteName } = await getSettings(context);
  const day = now.toISOString().slice(0, 10);
  const content = Readable.from(zipOf(context, userId, { siteName, now }));
  // A stream that is closed before its first byte never reaches the end of its generator.
  content.once('close', () => {
    endExport(db, userId, key).catch((error: unknown) => {
      context.log.warn({ err: error }, 'an export could not be ended');
    });
  });
  return { fileName: `${siteName} data ${day}.zip`, type: 'application/zip', content };
}

async function* zipOf(
  context: Context,
  userId: number,
  { siteName, now }: { siteName: string; now: Date },
): AsyncGenerator<Buffer> {
  const zip = startZip();
  const wallClock = now.toISOString().slice(0, 19).replace('T', ' ');
  for await (const { name, content } of filesOf(context, userId, siteName)) {
    yield zip.add({ name, sizeBytes: content.length, crc32: crc32(content), wallClock });
    if (content.length > 0) yield content;
  }
  yield zip.end();
}

async function* filesOf(context: Context, userId: number, siteName: string): AsyncGenerator<ExportFile> {
  const user = await findAddressee(context.db, userId);
  yield { name: 'README.txt', content: Buffer.from(readMe(i18nFor(user?.language), siteName)) };
  yield* exportAccount(context, userId);
  yield* exportNotifications(context, userId);
  yield* exportFoundAlbums(context, userId);
  yield* exportFavorites(context, userId);
  yield* exportAthletes(context, userId);
  yield* exportOrders(context, userId);
  yield* exportInvites(context, userId);
  yield* exportReports(context, userId);
  yield* exportForcedCovers(context, userId);
  yield* exportConversations(context, userId);
  yield* exportAudit(context, userId);
  yield* exportRest(context, userId);
}

const CONTENTS: [string, string][] = [
  ['profile.json', /*i18n*/ 'your account'],
  ['sessions.json', /*i18n*/ 'where you’re logged in, now and before'],
  ['mailed-links.json', /*i18n*/ 'login and password links we emailed you'],
  ['staff-invitations.json', /*i18n*/ 'invitations to work on our staff'],
  ['notes-by-staff.json', /*i18n*/ 'notes our staff wrote about your account'],
  ['notification-settings.json', /*i18n*/ 'what you want to hear about'],
  ['devices-with-notifications.json', /*i18n*/ 'the devices that show our notifications'],
  ['messages-sent.json', /*i18n*/ 'notifications we sent you'],
  ['saved-teams.json', /*i18n*/ 'the teams you follow'],
  ['found-albums.json', /*i18n*/ 'the albums you found, with each time you viewed them'],
  ['favorites.json', /*i18n*/ 'your favorite photos'],
  [
    'athletes/',
    /*i18n*/ 'your athletes, with your consents, their face photos, the face data and the photos we found',
  ],
  ['cart.json', /*i18n*/ 'what is in your cart'],
  ['orders.json', /*i18n*/ 'your orders, with coupons, payments, refunds and group orders'],
  ['owned.json', /*i18n*/ 'the albums and photos you own; download the photos themselves from the site'],
  ['cards.json', /*i18n*/ 'your cards; only our card provider has the full numbers'],
  ['receipts/', /*i18n*/ 'the receipts for your orders'],
  ['invitations.json', /*i18n*/ 'invitations you sent and accepted'],
  ['photo-reports.json', /*i18n*/ 'photos you reported'],
  ['never-show-requests.json', /*i18n*/ 'photos where you asked us never to show your child'],
  ['conversation.json', /*i18n*/ 'your chat with us and your bug reports'],
  ['conversation-pictures/', /*i18n*/ 'the pictures in that chat'],
  ['changes-on-record.json', /*i18n*/ 'what was changed in your account or by you, and when'],
  ['other/', /*i18n*/ 'everything else we store for your account, table by table'],
];

function readMe(i18n: I18n, siteName: string): string {
  return [
    i18n.t('Everything {siteName} has about you, as of the day in the name of this file. Times are in UTC.', {
      siteName,
    }),
    '',
    ...CONTENTS.map(([name, text]) => `${name.padEnd(29)}${i18n.t(text)}`),
    '',
    i18n.t('Long lists continue in numbered files, such as orders-2.json.'),
    '',
  ].join('\n');
}

/** Returns false while another export of the account runs that began after `staleBefore`. */
export async function claimExport(
  db: Db,
  { userId, key, now, staleBefore }: { userId: number; key: string; now: Date; staleBefore: Date },
): Promise<boolean> {
  const claimed = await db
    .insertInto('dataExports')
    .values({ userId, key, startedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ key, startedAt: now })
        .where('dataExports.startedAt', '<', staleBefore.toISOString()),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function endExport(db: Db, userId: number, key: string): Promise<void> {
  await db.deleteFrom('dataExports').where('userId', '=', userId).where('key', '=', key).execute();
}
