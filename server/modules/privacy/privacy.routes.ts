import type { FastifyInstance } from 'fastify';
import { privacyEndpoints } from '#contract/endpoints/privacy.ts';
import type { Context } from '#server/context.ts';
import { handle, handleStream } from '#server/platform/http/handle.ts';
import { deleteAccount, sendDeletionCode } from './delete-account.ts';
import { exportData } from './export-data.ts';
import { restoreLogIn } from './goodbye.ts';

export function privacyRoutes(app: FastifyInstance, context: Context): void {
  handleStream(app, privacyEndpoints.exportMyData, ({ actor }) => exportData(context, actor));
  handle(app, privacyEndpoints.sendDeletionCode, async ({ actor }) => {
    const { to, expiresAt } = await sendDeletionCode(context, actor);
    return { to, expires_at: expiresAt.toISOString() };
  });
  handle(app, privacyEndpoints.deleteMe, ({ actor, body }) => deleteAccount(context, actor, body));
  handle(app, privacyEndpoints.restoreLogIn, async ({ body }) => {
    await restoreLogIn(context, body.token);
    return { sent: true } as const;
  });
}
