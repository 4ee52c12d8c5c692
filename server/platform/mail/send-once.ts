import type { Db } from '#server/platform/database/database.ts';

/**
 * Records the mail before it leaves. If the process dies in between, nobody knows whether it left, and it is not sent
 * again: a receipt that is missing can be opened on the site, a second one looks like a second charge.
 */
export async function sendOnce(db: Db, key: string, send: () => Promise<unknown>): Promise<void> {
  const begun = await db
    .insertInto('mailDeliveries')
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!begun) return;
  try {
    await send();
  } catch (error) {
    if (hasNotLeft(error)) await db.deleteFrom('mailDeliveries').where('key', '=', key).execute();
    throw error;
  }
  await db.updateTable('mailDeliveries').set({ sentAt: new Date() }).where('key', '=', key).execute();
}

/** The transport could not open a connection, or was closed before the mail had one. */
const NO_CONNECTION = 'ECONNECTION';

/** True if the server refused the mail, or the connection broke before its content was sent. */
function hasNotLeft(error: unknown): boolean {
  const { responseCode, command, code } = error as {
    responseCode?: unknown;
    command?: unknown;
    code?: unknown;
  };
  if (command === undefined && code === NO_CONNECTION) return true;
  return typeof responseCode === 'number' || (typeof command === 'string' && command !== 'DATA');
}
