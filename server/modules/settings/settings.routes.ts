import type { FastifyInstance } from 'fastify';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import type { HistoryPage, HistoryQuery } from '#contract/entities/audit-entry.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { AuditScope } from '#server/platform/audit.ts';
import type { Db } from '#server/platform/database.ts';
import { handle } from '#server/platform/http/handle.ts';
import { changeSettings } from './change-settings.ts';
import { forgetSettings, readSettings } from './get-settings.ts';

/** A history names people, so app.ts passes in the reader of `accounts`, which depends on this module. */
export type ReadHistory = (db: Db, scope: AuditScope, query: HistoryQuery) => Promise<HistoryPage>;

const HISTORY = { subjects: ['site', 'watermark'] };

export function settingsRoutes(app: FastifyInstance, context: Context, readHistory: ReadHistory): void {
  handle(app, settingsEndpoints.getSettings, () => readSettings(context));
  handle(app, settingsEndpoints.settingsHistory, ({ query }) => readHistory(context.db, HISTORY, query));
  handle(app, settingsEndpoints.changeSettings, async ({ actor, body }) => {
    const settings = await inTransaction(context, (tx) => changeSettings(tx, actor, body));
    forgetSettings(context);
    return settings;
  });
}
