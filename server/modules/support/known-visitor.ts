import type { Db } from '#server/platform/database.ts';
import { newLinkToken } from '#server/platform/secrets.ts';
import { hasUploaded } from './attachments.queries.ts';
import { findConversationOf } from './conversations.queries.ts';
import { type Customer, customerOf } from './customer.ts';

/** Only the server issues tokens, so an unknown one is refused. */
export async function isKnownVisitor(db: Db, visitorToken: string): Promise<boolean> {
  const visitor = customerOf(undefined, visitorToken) as Customer;
  return (await findConversationOf(db, visitor)) !== undefined || hasUploaded(db, visitor);
}

/** A picture may be uploaded before the first message, when the visitor has no token yet. */
export async function visitorTokenFor(db: Db, given: string | undefined): Promise<string> {
  return given && (await isKnownVisitor(db, given)) ? given : newLinkToken();
}
