import type { Conversation } from '#contract/endpoints/support.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import {
  type ConversationRow,
  findConversation,
  findConversationOf,
  openConversation,
  setVisitorEmail,
} from './conversations.queries.ts';
import { type Customer, customerOf, firstVisitorToken } from './customer.ts';
import { isKnownVisitor } from './known-visitor.ts';
import { showConversationMessages } from './show-messages.ts';
import { toWireConversation } from './support.wire.ts';
import { type Draft, refuseEmpty, writeMessage } from './write-message.ts';

export type Sending = {
  actor: Actor | undefined;
  /** The device and the network of a visitor. */
  from: { device: string; network: string };
  visitorToken: string | undefined;
  visitorEmail: string | undefined;
};

const NEW_PER_DEVICE = { max: 3, minutes: 60 };
const NEW_PER_NETWORK = { max: 300, minutes: 60 };

export async function sendMessage(
  context: Context,
  sending: Sending,
  draft: Draft,
): Promise<{ conversation: Conversation; visitor_token: string | null }> {
  refuseEmpty(draft);
  const { actor, from, visitorEmail } = sending;
  const visitorToken = actor ? null : await visitorTokenOf(context, sending, draft);
  const customer = customerOf(actor, visitorToken ?? undefined) as Customer;
  const known = await findConversationOf(context.db, customer);
  const needsAddress = !actor && !draft.bugReport && !known?.visitorEmail && !visitorEmail;
  if (needsAddress) throw addressMissing();
  if (!actor && !known) {
    await takeHits(context, [
      { key: `support-new:${from.device}`, ...NEW_PER_DEVICE },
      { key: `support-new-from:${from.network}`, ...NEW_PER_NETWORK },
    ]);
  }
  const conversationId = await inTransaction(context, async (tx) => {
    const now = tx.clock.now();
    const conversation = await openConversation(tx.db, customer, {
      visitorEmail: visitorEmail ?? null,
      now,
    });
    await keepAddress(tx, conversation, visitorEmail);
    const author = { sender: 'customer' as const, userId: actor?.userId ?? null, uploader: customer };
    await writeMessage(tx, conversation, author, draft);
    return conversation.id;
  });
  const row = await findConversation(context.db, conversationId);
  if (!row) throw new AppError('not_found');
  const messages = await showConversationMessages(context, conversationId);
  return { conversation: toWireConversation(row, messages), visitor_token: visitorToken };
}

async function visitorTokenOf(
  { db, imageKeys }: Pick<Context, 'db' | 'imageKeys'>,
  { visitorToken }: Sending,
  draft: Draft,
): Promise<string> {
  if (!visitorToken) return firstVisitorToken(imageKeys, draft.key);
  if (!(await isKnownVisitor(db, visitorToken))) throw new AppError('not_found');
  return visitorToken;
}

function addressMissing(): AppError {
  return new AppError('invalid_request', {
    message: 'Enter your e-mail address so that we can reply.',
    details: [{ path: 'visitor_email', message: 'Enter your e-mail address so that we can reply' }],
  });
}

/** A visitor may report a bug without an e-mail address and give one later. */
async function keepAddress(
  { db }: Pick<Tx, 'db'>,
  conversation: ConversationRow,
  visitorEmail: string | undefined,
): Promise<void> {
  if (conversation.userId !== null || conversation.visitorEmail || !visitorEmail) return;
  await setVisitorEmail(db, conversation.id, visitorEmail);
}
