import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { makePublicAction } from './public-actions.ts';
import { findLinkOf, insertLink, type LinkOwner, lockLink } from './unsubscribe.queries.ts';

export const UNSUBSCRIBE_ROUTE = '/unsubscribe';

/** Each customer and kind, or each address without an account, has one link that never expires. */
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

type Site = Pick<Tx['config'], 'publicUrl'>;

/** Opening the page changes nothing, because mail scanners open links too. */
export function unsubscribePage({ publicUrl }: Site, action: string): string {
  return `${publicUrl}${UNSUBSCRIBE_ROUTE}?action=${action}`;
}

/** RFC 8058 lets a mail program show its own unsubscribe button. */
export function mailHeaders({ publicUrl }: Site, action: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${publicUrl}/api/unsubscribe/one-click/${action}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
