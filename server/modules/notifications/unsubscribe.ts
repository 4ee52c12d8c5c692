import type { ResponseOf } from '#contract/endpoint.ts';
import type { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { emailHint } from '#contract/rules/email-hint.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/rules/notification-settings.ts';
import type { Tx } from '#server/context.ts';
import { findReachable } from '#server/modules/accounts/find-people.ts';
import { AppError } from '#server/platform/errors.ts';
import { suppressMail } from '#server/platform/mail/suppressions.ts';
import { settingsOf, stopEmails } from './notification-settings.ts';
import { openPublicAction } from './public-actions.ts';
import { findLink, type LinkOwner } from './unsubscribe.queries.ts';
import { UNSUBSCRIBE_ROUTE } from './unsubscribe-links.ts';

export async function lookAtUnsubscribe(
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
  return {
    email_hint: emailHint(person.email),
    about: 'notifications',
    kind: link.kind,
    email_kinds: NOTIFICATION_KINDS.filter((kind) => settings[kind].email),
  };
}

/** A customer's link stops e-mails of one kind or of all; the link of a bare address stops invitations. */
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
  await stopEmails(tx, { userId: link.userId, kinds });
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
