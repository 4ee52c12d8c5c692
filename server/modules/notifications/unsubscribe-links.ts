import type { Context } from '#server/context.ts';
import { makePublicAction } from '#server/modules/public-actions/make-action.ts';
import type { Db } from '#server/platform/database.ts';
import { findLinkOf, insertLink, type LinkOwner, lockLink } from './unsubscribe.queries.ts';

export const UNSUBSCRIBE_ROUTE = '/unsubscribe';

/** One for a customer and a kind of news, or for an address we know no customer of; it stays good. */
export async function unsubscribeLink(db: Db, owner: LinkOwner): Promise<string> {
  await lockLink(db, owner);
  const known = await findLinkOf(db, owner);
  if (known) return known;
  const userId = 'userId' in owner ? owner.userId : null;
  const route = { route: UNSUBSCRIBE_ROUTE, matchType: 'exact' as const, maxAccesses: null, userId };
  const action = await makePublicAction(db, route);
  await insertLink(db, action, owner);
  return action;
}

type Site = Pick<Context['config'], 'publicUrl'>;

/** For people; opening it changes nothing, since mail scanners open links too. */
export function unsubscribePage({ publicUrl }: Site, action: string): string {
  return `${publicUrl}${UNSUBSCRIBE_ROUTE}?action=${action}`;
}

/** RFC 8058: for the mail program's own button. */
export function mailHeaders({ publicUrl }: Site, action: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${publicUrl}/api/unsubscribe/one-click/${action}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
