import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { needingProvider } from '#server/platform/payments/need-provider.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { deleteCardAttemptsBefore } from './card-attempts.queries.ts';
import { notifyProviderAddress, syncCustomerEmailJob } from './cards.ts';
import { detachCard, detachCardJob, detachLostCards } from './saved-cards.ts';

const oneAtATime = { payload: z.object({}), concurrency: 1, retries: 2 };
const detachLostCardsJob = defineJob({ name: 'orders.detach-lost-cards', ...oneAtATime });

/** Declined cards are counted for a day; staff can look back for a month. */
const CARD_ATTEMPT_RETENTION_MINUTES = 30 * 24 * 60;
const forgetCardAttemptsJob = defineJob({ name: 'orders.forget-card-attempts', ...oneAtATime });

export function paymentJobs(context: Context) {
  return [
    onJob(syncCustomerEmailJob, ({ userId }) => notifyProviderAddress(context, userId)),
    onJob(detachCardJob, ({ methodId }) => detachCard(context, methodId)),
    onJob(detachLostCardsJob, () => needingProvider(context, detachLostCards), { cron: '27 * * * *' }),
    onJob(
      forgetCardAttemptsJob,
      () =>
        deleteCardAttemptsBefore(
          context.db,
          minutesFrom(context.clock.now(), -CARD_ATTEMPT_RETENTION_MINUTES),
        ),
      { cron: '41 4 * * *' },
    ),
  ];
}
