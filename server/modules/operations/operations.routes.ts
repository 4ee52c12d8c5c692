import type { FastifyInstance } from 'fastify';
import { MAX_FAILED_JOBS, operationEndpoints, outboxEndpoints } from '#contract/endpoints/operations.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { seesCustomers } from '#contract/lists/of-customers.ts';
import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { recordListSeen } from '#server/platform/audit/audit.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { handle } from '#server/platform/http/handle.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { whyNotReady } from './readiness.ts';
import { settleFailedJobs } from './settle-failed-jobs.ts';

export function operationRoutes(app: FastifyInstance, context: Context, version: string): void {
  handle(app, operationEndpoints.health, async () => {
    // Covers only the API; the probe on the operator's port also checks the built site.
    const isUnready = (await whyNotReady(context, () => true)) !== undefined;
    if (isUnready) throw new AppError('unavailable', { details: { retry_after_seconds: 2 } });
    return { status: 'ok', version } as const;
  });

  handle(app, operationEndpoints.failedJobs, async ({ actor }) => {
    const letters = await context.queue.listDeadLetters();
    const isOpen = seesCustomers(actor);
    await recordListSeen(context.db, actor, 'failed jobs', letters.length);
    return letters.slice(0, MAX_FAILED_JOBS).map((letter) => ({
      ...toWire(letter),
      payload: isOpen ? letter.payload : null,
      error: isOpen ? letter.error : null,
    }));
  });

  handle(app, operationEndpoints.settleFailedJobs, ({ actor, body: { ids, settlement } }) =>
    settleFailedJobs(context, actor, { jobIds: ids, settlement }),
  );

  const { config } = context;
  handle(app, siteEndpoints.getSite, async () => {
    const settings = await getSettings(context);
    return {
      version,
      site_name: settings.site_name,
      verification_required: config.verification.isRequired,
      face_matching: settings.face_matching,
      template_life_years: settings.template_life_years,
      status_url: config.statusUrl ?? null,
      sentry_dsn: config.sentryDsn ?? null,
      phone_log_in: context.sms.canSend,
      view_limit: settings.view_limit,
      download_limit: settings.download_limit,
    };
  });
}

export function outboxRoutes(app: FastifyInstance, context: Context): void {
  handle(app, outboxEndpoints.outbox, async ({ query }) => {
    const messages = await listOutbox(context.db, query.to);
    return messages.map((message) => ({
      id: message.id,
      channel: message.channel as 'email' | 'sms',
      to: message.recipient,
      subject: message.subject,
      text: message.text,
      html: message.html,
      created_at: toIso(message.createdAt),
    }));
  });
}
