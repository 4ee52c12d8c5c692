import type { ResponseOf } from '#contract/endpoint.ts';
import type { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { emailHint } from '#contract/rules/accounts.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/rules/notifications.ts';
import type { Tx } from '#server/context.ts';
import { findReachable } from '#server/modules/accounts/find-people.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { suppressMail } from '#server/platform/mail/suppressions.ts';
import { kindsChosen } from './alert-choices.ts';
import { settingsOf, stopChannel } from './notification-settings.ts';
import { makePublicAction, openPublicAction } from './public-actions.ts';

export async function describeUnsubscribe(
  tx: Pick<Tx, 'db' | 'clock'>,
  action: string,
): Promise<ResponseOf<typeof inviteEndpoints.getUnsubscribe>> {
  const link = await openLink(tx, action);
  if ('email' in link) {
    return { email_hint: emailHint(link.email), about: 'invites', kind: null, email_kinds: [] };
  }
  const [person] = await findReachable(tx.db, [link.userId]);
  if (!person) throw new AppError('not_found');
  const settings = (await settingsOf(tx.db, [link.userId]))(link.userId);
  const chosen = await kindsChosen(tx.db, link.userId, 'email');
  return {
    email_hint: emailHint(person.email),
    about: 'notifications',
    kind: link.kind,
    email_kinds: NOTIFICATION_KINDS.filter((kind) => settings[kind].email || chosen.includes(kind)),
  };
}

/** A customer's link stops emails of one kind or of all; the link of a bare address stops invitations. */
export async function unsubscribe(
  tx: Pick<Tx, 'db' | 'clock'>,
  { action, kind }: { action: string; kind?: NotificationKind | null },
): Promise<void> {
  const link = await openLink(tx, action);
  if ('email' in link) {
    await suppressMail(tx.db, { email: link.email, reason: 'invites', now: tx.clock.now() });
    return;
  }
  const kinds = kind === null ? NOTIFICATION_KINDS : [kind ?? link.kind];
  await stopChannel(tx, { userId: link.userId, channel: 'email', kinds });
}

async function openLink(tx: Pick<Tx, 'db' | 'clock'>, action: string): Promise<LinkOwner> {
  await openPublicAction(tx, { action, clientRoute: UNSUBSCRIBE_ROUTE });
  const link = await findLink(tx.db, action);
  if (!link) throw new AppError('not_found');
  return link;
}

const FORM_FIELD = /(^|&)List-Unsubscribe=One-Click(&|$)/;
const FORM_PART = /name="List-Unsubscribe"\r?\n\r?\nOne-Click\r?\n/;

/** RFC 8058 allows the field in a urlencoded or a multipart form. */
export function asksForOneClick(form: string): boolean {
  return FORM_FIELD.test(form.trim()) || FORM_PART.test(form);
}

const UNSUBSCRIBE_ROUTE = '/unsubscribe';

/** Each customer and kind, or each address without an account, has one link that never expires. */
export async function unsubscribeLink(db: Db, owner: LinkOwner): Promise<string> {
  await lockLink(db, owner);
  const known = await findLinkOf(db, owner);
  if (known) return known;
  const userId = 'userId' in owner ? owner.userId : null;
  const route = { route: UNSUBSCRIBE_ROUTE, matchType: 'exact' as const, maxAccesses: null, userId };
  const action = await makePublicAction(db, route);
  await db
    .insertInto('unsubscribeLinks')
    .values({ publicActionUuid: action, ...owner })
    .execute();
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

type LinkOwner = { userId: number; kind: NotificationKind } | { email: string };

async function lockLink(db: Db, owner: LinkOwner): Promise<void> {
  const name = 'email' in owner ? owner.email.toLowerCase() : `${owner.userId}:${owner.kind}`;
  await advisoryLock(db, `unsubscribe:${name}`);
}

async function findLinkOf(db: Db, owner: LinkOwner): Promise<string | undefined> {
  const links = db.selectFrom('unsubscribeLinks').select('publicActionUuid');
  const row = await ('email' in owner
    ? links.where('email', '=', owner.email)
    : links.where('userId', '=', owner.userId).where('kind', '=', owner.kind)
  ).executeTakeFirst();
  return row?.publicActionUuid;
}

async function findLink(db: Db, action: string): Promise<LinkOwner | undefined> {
  const row = await db
    .selectFrom('unsubscribeLinks')
    .select(['userId', 'kind', 'email'])
    .where('publicActionUuid', '=', action)
    .executeTakeFirst();
  if (row?.email) return { email: row.email };
  if (row?.userId && row.kind) return { userId: row.userId, kind: row.kind as NotificationKind };
  return undefined;
}

/** Deletes the unsubscribe links before the user is deleted, because deleting the user removes the rows they point to. */
export async function deleteUnsubscribeLinksOf(
  db: Db,
  { userId, email }: { userId: number; email: string | null },
): Promise<void> {
  await db
    .deleteFrom('unsubscribeLinks')
    .where((eb) => eb.or([eb('userId', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
    .execute();
}
