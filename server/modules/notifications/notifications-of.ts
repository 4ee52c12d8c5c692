import type { Tx } from '#server/context.ts';
import { type ExportFile, jsonFile, jsonFiles } from '#server/platform/export-file.ts';
import { settingsOf } from './notification-settings.ts';
import { listNewsAfter } from './notifications-of.queries.ts';

export { deleteUnsubscribeLinksOf, rewordNews } from './notifications-of.queries.ts';

export async function* exportNotifications(
  { db }: Pick<Tx, 'db'>,
  userId: number,
): AsyncGenerator<ExportFile> {
  yield jsonFile('notification-settings.json', (await settingsOf(db, [userId]))(userId));
  yield* jsonFiles('messages-sent', (afterId, limit) => listNewsAfter(db, { userId, afterId, limit }));
}
