import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { forgetOldHits } from '#server/platform/security/rate-limit.ts';
import { deleteExpiredPhoneCodes } from '#server/platform/sms/phone-codes.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { deleteStaleAccountRows } from './accounts.queries.ts';
import type { OfOrders } from './claim-address.ts';
import { mailCode, mailCodeJob } from './email-codes.ts';
import { deleteUnusedDevices } from './known-devices.ts';
import { mailLink, sendLink } from './links.ts';
import { mailOneTimeCode, mailOneTimeCodeJob } from './one-time-codes.ts';
import { mailInvitation, mailInvitationJob } from './staff-invitations.ts';

const DEVICE_DAYS = 365;
const sweepAccounts = defineJob({ name: 'accounts.sweep', payload: z.object({}) });

export function accountJobs(context: Context, { hasBought }: Pick<OfOrders, 'hasBought'>) {
  return [
    onJob(sendLink, (payload, job) => mailLink(context, { ...payload, messageKey: job.id })),
    onJob(mailInvitationJob, ({ id }, job) => mailInvitation(context, { id, messageKey: job.id })),
    onJob(mailCodeJob, ({ id }, job) => mailCode({ ...context, hasBought }, { id, messageKey: job.id })),
    onJob(mailOneTimeCodeJob, (payload, job) => mailOneTimeCode(context, { ...payload, messageKey: job.id })),
    onJob(
      sweepAccounts,
      async () => {
        await forgetOldHits(context);
        await deleteExpiredPhoneCodes(context);
        await deleteStaleAccountRows(context.db, context.clock.now());
        await deleteUnusedDevices(context.db, minutesFrom(context.clock.now(), -DEVICE_DAYS * 24 * 60));
      },
      { cron: '17 * * * *' },
    ),
  ];
}
