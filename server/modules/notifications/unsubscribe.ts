import type { ResponseOf } from '#contract/endpoint.ts';
import type { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/rules/notification-settings.ts';
import type { Tx } from '#server/context.ts';
import { findReachable } from '#server/modules/accounts/find-reachable.ts';
import { openPublicAction } from '#server/modules/public-actions/open-action.ts';
import { AppError } from '#server/platform/errors.ts';
import { suppressMail } from '#server/platform/mail/suppressions.ts';
import { settingsOf, stopEmails } from './settings.ts';
import { findLink, type LinkOwner } from './unsubscribe.queries.ts';
import { UNSUBSCRIBE_ROUTE } from './unsubscribe-links.ts';

type World = Pick<Tx, 'db' | 'clock'>;

export async function lookAtUnsubscribe(
  world: World,
  action: string,
): Promise<ResponseOf<typeof inviteEndpoints.getUnsubscribe>> {
  const link = await openLink(world, action);
  if ('email' in link) {
    return { email_hint: hintOf(link.email), about: 'invites', kind: null, email_kinds: [] };
  }
  const [person] = await findReachable(world.db, [link.userId]);
  if (!person) throw new AppError('not_found');
  const settings = (await settingsOf(world.db, [link.userId]))(link.userId);
  return {
    email_hint: hintOf(person.email),
    about: 'notifications',
    kind: link.kind,
    email_kinds: NOTIFICATION_KINDS.filter((kind) => settings[kind].email),
  };
}

/** Stops e-mails of one kind, or of all. A link to an address without a customer stops invitations. */
export async function unsubscribe(
  world: World,
  action: string,
  choose: (link: { kind: NotificationKind }) => NotificationKind | null,
): Promise<void> {
  const link = await openLink(world, action);
  if ('email' in link) {
    await suppressMail(world.db, { email: link.email, reason: 'invites', now: world.clock.now() });
    return;
  }
  const kind = choose(link);
  await stopEmails(world, link.userId, kind === null ? NOTIFICATION_KINDS : [kind]);
}

async function openLink(world: World, action: string): Promise<LinkOwner> {
  await openPublicAction(world, { action, clientRoute: UNSUBSCRIBE_ROUTE });
  const link = await findLink(world.db, action);
  if (!link) throw new AppError('not_found');
  return link;
}

/** Enough for its owner: the link may have been forwarded. */
function hintOf(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const [first = '', ...rest] = domain.split('.');
  return `${name.slice(0, 1)}•••@${first.slice(0, 1)}•••.${rest.join('.')}`;
}

const FORM_FIELD = /(^|&)List-Unsubscribe=One-Click(&|$)/;
const FORM_PART = /name="List-Unsubscribe"\r?\n\r?\nOne-Click\r?\n/;

/** RFC 8058 knows two ways to send the same field; a POST without it is somebody else's. */
export function asksForOneClick(form: string): boolean {
  return FORM_FIELD.test(form.trim()) || FORM_PART.test(form);
}
