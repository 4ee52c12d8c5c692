// Every action that the audit log records: its name in filters, and the sentence that a history shows.

import { SUSPENSION_REASONS } from './accounts.ts';
import { formatCents } from './money.ts';
import { DISPUTE_REFUND_REASON_NAMES } from './order-states.ts';
import { ROLE_NAMES } from './permissions.ts';

/**
 * `{who}` did it, `{id}` is the number of its subject, `{money}` and `{photos}` are counted from the record, and any other
 * name is a recorded field. A part in brackets is left out if something in it was not recorded.
 */
const ACTIONS = {
  'album.create': ['Album created', '{who} created the album'],
  'album.update': ['Album edited', '{who} edited the album'],
  'album.publish-by-itself': ['Published automatically', 'Published automatically with enough photos'],
  'album.reprocess-zip': ['Zip rebuilt', '{who} rebuilt the zip'],
  'album.sale-in': ['Sale swapped in', '{who} swapped a sale to this album[: {memo}]'],
  'album.sale-out': ['Sale swapped out', '{who} swapped a sale away from this album[: {memo}]'],
  'album.withdraw-by-itself': [
    'Unpublished automatically',
    'Unpublished automatically: its photos belong to other teams',
  ],
  'athletes.read': ['Athletes viewed', '{who} viewed the athletes'],
  'camera.set-offset': ['Camera clock set', '{who} set the clock of a camera'],
  'card-attempts.lift': ['Card limit lifted', '{who} lifted the limit on declined cards'],
  'cockpit-link.end': ['Producer link ended', '{who} ended a producer link[, “{label}”]'],
  'cockpit-link.make': ['Producer link created', '{who} created a producer link[, “{label}”]'],
  'conversation.assign': ['Conversation assigned', '{who} changed who answers the conversation'],
  'conversation.status': ['Conversation status changed', '{who} set the conversation to {status}'],
  'conversation.tags': ['Conversation tagged', '{who} changed the tags of the conversation'],
  'conversations.export': ['Conversations exported', '{who} exported conversations'],
  'coupon.create': ['Coupon created', '{who} created the coupon[ {code}]'],
  'coupon.end': ['Coupon ended', '{who} ended the coupon'],
  'coupon.update': ['Coupon edited', '{who} edited the coupon'],
  'coupon.use-own': ['Own coupon used', '{who} bought order {order} with a coupon they made themselves'],
  'downloads.reset': ['Downloads reset', '{who} reset the downloads of an album'],
  'entitlement.swap': ['Purchase swapped', '{who} swapped a purchase[: {memo}]'],
  'event.archive': ['Event archived', 'The event was archived automatically'],
  'event.create': ['Event created', '{who} created the event'],
  'event.delay': ['Event delayed', '{who} moved {albums} performances by {minutes} minutes'],
  'event.import-running-order': ['Running order imported', '{who} imported a running order'],
  'event.set-pricing': ['Prices changed', '{who} changed the prices'],
  'event.update': ['Event edited', '{who} edited the event'],
  'event.sponsor-frame': ['Sponsor frame changed', '{who} changed the sponsor frame'],
  'event-photographer.assign': ['Photographer assigned', '{who} assigned a photographer[, {name}]'],
  'event-photographer.change': [
    'Photographer’s rate changed',
    '{who} changed the rate of a photographer[, {name}]',
  ],
  'event-photographer.unassign': [
    'Photographer removed',
    '{who} removed a photographer from the event[, {name}]',
  ],
  'forced-cover.decide': ['Cover request decided', '{who} decided a request never to show a child: {state}'],
  'found-album.reset-views': ['Views reset', '{who} reset the views of an album'],
  'images.best': ['Best of a burst kept', '{who} kept the best of a burst and rejected the rest'],
  'images.cover': ['Cover changed', '{who} changed the cover'],
  'images.keep': ['Photos kept', '{who} kept {photos}'],
  'images.move': ['Photos moved in', '{who} moved {photos} in'],
  'images.move-out': ['Photos moved out', '{who} moved {photos} out'],
  'images.reject': ['Photos rejected', '{who} rejected {photos}'],
  'images.restore': ['Photos restored', '{who} restored {photos}'],
  'images.rotate': ['Photos turned', '{who} turned {photos}'],
  'images.see-clean': ['Clean photos opened', '{who} opened photos without the watermark'],
  'images.undo-best': ['Best of a burst undone', '{who} undid keeping the best of a burst'],
  'images.undo-cover': ['Cover change undone', '{who} undid the change of the cover'],
  'images.undo-keep': ['Keeping undone', '{who} undid keeping {photos}'],
  'images.undo-move': ['Move undone', '{who} moved {photos} back'],
  'images.undo-reject': ['Rejection undone', '{who} undid the rejection of {photos}'],
  'images.undo-restore': ['Restoring undone', '{who} undid restoring {photos}'],
  'images.undo-rotate': ['Turning undone', '{who} turned {photos} back'],
  'job.discard': ['Failed job discarded', '{who} discarded a failed job[, {name}]'],
  'job.retry': ['Failed job retried', '{who} retried a failed job[, {name}]'],
  'legal.publish': ['Legal texts published', '{who} published new terms and privacy texts'],
  'order.decline-refund': ['Refund declined', '{who} declined a refund of {money} for order {id}'],
  'order.refund': [
    'Refunded',
    '{who} refunded {money} of order {id}[, which a bank disputes ({disputeReason})][: {memo}]',
  ],
  'order.refund-again': [
    'Refund sent again',
    '{who} sent the failed refund of {money} for order {id} again[: {note}]',
  ],
  'order.refund-another-way': [
    'Refund paid another way',
    '{who} paid the failed refund of {money} for order {id} another way[: {note}]',
  ],
  'order.refund-dropped': [
    'Refund dropped',
    '{who} dropped the failed refund of {money} for order {id}; the buyer kept the purchase[: {note}]',
  ],
  'order.refund-elsewhere': [
    'Refunded at the card provider',
    '{money} of order {id} was refunded in the card provider’s dashboard',
  ],
  'order.refund-refused': ['Refund refused', 'The card provider refused a refund of {money} for order {id}'],
  'order.refund-returned': ['Refund returned', 'The bank returned a refund of {money} for order {id}'],
  'order.request-refund': [
    'Refund requested',
    '{who} asked to refund {money} of order {id}[, which a bank disputes ({disputeReason})][: {memo}]',
  ],
  'order.send-evidence': ['Evidence sent', '{who} sent evidence about {money} of order {id} to the bank'],
  'order.withdraw-refund': [
    'Refund request withdrawn',
    '{who} withdrew the request to refund {money} of order {id}',
  ],
  'payee.add': ['Payee added', '{who} added the payee[ {name}]'],
  'payee.change': ['Payee edited', '{who} edited the payee'],
  'payee.link-end': ['Payee link ended', '{who} ended the link of the payee'],
  'payee.link-make': ['Payee link created', '{who} created a link for the payee'],
  'payee.pay': ['Payee paid', '{who} sent a payment of {money}'],
  'payee.transfer-reverse': ['Payment taken back', '{who} took a payment of {money} back'],
  'payee.transfer-settle': ['Payment settled', '{who} marked a payment of {money} as {method}'],
  'payment-cases.export': ['Payment cases exported', '{who} exported payment cases'],
  'photo-link.end': ['Shared link ended', '{who} ended a shared link'],
  'photo-links.export': ['Shared links exported', '{who} exported shared links'],
  'photographer.add': ['Photographer added', '{who} added the photographer[ {name}]'],
  'photographer.change': ['Photographer edited', '{who} edited the photographer[ {name}]'],
  'photographer-pass.end': ['Pass ended', '{who} ended a photographer’s pass[, “{label}”]'],
  'photographer-pass.make': ['Pass created', '{who} created a photographer’s pass[, “{label}”]'],
  'preview-quota.allow-more': ['More previews allowed', '{who} allowed more previews'],
  'preview-quota.reset': ['Preview quota reset', '{who} reset the preview quota'],
  'price-list.create': ['Price list created', '{who} created the price list[ {name}]'],
  'price-list.update': ['Price list edited', '{who} edited the price list[ {name}]'],
  'reply.create': ['Canned reply added', '{who} added the canned reply[ “{title}”]'],
  'reply.delete': ['Canned reply deleted', '{who} deleted the canned reply[ “{title}”]'],
  'reply.update': ['Canned reply edited', '{who} edited the canned reply[ “{title}”]'],
  'reported-photo.acknowledge': ['Report handled', '{who} handled the reports about photo {id}'],
  'reported-photo.reopen': ['Report reopened', '{who} reopened the reports about photo {id}'],
  'role.change': [
    'Role changed',
    '{who} changed the role {role}[: may now {allowed}][: may no longer {denied}]',
  ],
  'scraping-monitor.export': ['Unusual activity exported', '{who} exported unusual activity'],
  'settings.change': ['Settings changed', '{who} changed the settings'],
  'settings.default': ['Notification defaults changed', '{who} changed the notification defaults'],
  'settings.resume-email': ['Email resumed', '{who} let email go out to this address again'],
  'settings.update': ['Notifications changed', '{who} changed the notification settings'],
  'share-rule.add': ['Share set', '{who} set the share of {name}'],
  'staff.invite': ['Colleague invited', '{who} invited {email} as {role}'],
  'staff.join': ['Colleague joined', '{who} joined as {role}'],
  'staff.withdraw-invitation': ['Invitation withdrawn', '{who} withdrew the invitation of {email}'],
  'statements.close': ['Month closed', '{who} closed the statements[ of {month}]'],
  'tax.retry': ['Tax recorded again', '{who} tried again to record order {id} at Stripe Tax'],
  'tax-rates.add': ['Tax rate added', '{who} added the tax rate[ {name}]'],
  'tax-rates.delete': ['Tax rate removed', '{who} removed the tax rate[ {name}]'],
  'tax-rates.save': ['Tax rates changed', '{who} saved {count} tax rates'],
  'tax-rates.update': ['Tax rate edited', '{who} edited the tax rate[ {name}]'],
  'trace.end': ['Leak search finished', 'The search for a leak that {who} started is done'],
  'trace.named': ['Named in a leak search', 'The search for a leak that {who} started named this account'],
  'trace.start': ['Leak search started', '{who} started to search for a leak[: {reason}]'],
  'user.add-note': ['Note added', '{who} added a note[: {text}]'],
  'user.app-add': ['Authenticator app set up', '{who} set up an authenticator app'],
  'user.app-remove': ['Authenticator app removed', '{who} removed the authenticator app'],
  'user.change-role': ['Role changed', '{who} changed the role to {role}'],
  'user.delete': ['Account deleted', 'The account was deleted by its owner'],
  'user.delete-note': ['Note deleted', '{who} deleted a note[: {text}]'],
  'user.log-out-everywhere': ['Logged out everywhere', '{who} logged the account out everywhere'],
  'user.passkey-add': ['Passkey added', '{who} added a passkey[, {name}]'],
  'user.passkey-remove': ['Passkey removed', '{who} removed a passkey[, {name}]'],
  'user.read': ['Data viewed', '{who} viewed the {part}'],
  'user.second-factor-approve': ['Two-step login approved', '{who} let them set up two-step login'],
  'user.second-factor-off': ['Two-step login off', '{who} turned two-step login off'],
  'user.second-factor-on': ['Two-step login on', '{who} turned two-step login on'],
  'user.second-factor-reset': ['Two-step login reset', '{who} reset two-step login'],
  'user.send-password-link': ['Password link sent', '{who} sent a link to set a new password'],
  'user.suspend': ['Account suspended', '{who} suspended the account[: {reason}][. {note}]'],
  'user.unsuspend': ['Suspension lifted', '{who} lifted the suspension'],
  'user.update': ['Profile changed', '{who} changed the profile'],
  'users.export': ['Customers exported', '{who} exported a list of customers'],
  'users.list': ['Customers listed', '{who} viewed a list of customers[ ({list})]'],
  'wall-link.end': ['Wall link ended', '{who} ended a link to the live wall[, “{label}”]'],
  'wall-link.make': ['Wall link created', '{who} created a link to the live wall[, “{label}”]'],
  'wall.consent': ['Teams added to the wall', '{who} added teams to the live wall[; {agreedBy} agreed]'],
  'wall.switch': ['Wall switched', '{who} switched the live wall on or off'],
  'wall.withdraw': ['Teams taken off the wall', '{who} took teams off the live wall'],
  'watermark.remake': ['Watermark applied', '{who} applied the watermark to old photos'],
} as const satisfies Record<string, readonly [name: string, sentence: string]>;

export type AuditAction = keyof typeof ACTIONS;
export const AUDIT_ACTIONS = Object.keys(ACTIONS) as AuditAction[];

const find = (action: string) => (ACTIONS as Record<string, readonly [string, string]>)[action];

/** No person did it. */
export const isAutomatic = (action: string) => find(action)?.[1].includes('{who}') === false;

export const actionName = (action: string) => find(action)?.[0] ?? 'Other change';

type Entry = {
  action: string;
  subject: string;
  actor_name: string | null;
  changes: readonly { field: string; before: string; after: string }[];
};

/** Tells in one sentence who did what. */
export function describeAction({ action, subject, actor_name, changes }: Entry): string {
  const valueFor = (name: string): string => {
    if (name === 'who') return actor_name ?? 'The site';
    if (name === 'id') return subject.split(':')[1] ?? '';
    if (name === 'money') return formatCents(Number(valueFor('amountCents')));
    if (name === 'photos') return photosOf(valueFor('count'));
    const change = changes.find(({ field }) => field === name);
    const value = change?.after || change?.before || '';
    return VALUE_NAMES[name]?.[value] ?? value;
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_found, name: string) => valueFor(name));
  const isKnown = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => valueFor(name));
  const [, sentence] = find(action) ?? ['', '{who} made a change'];
  return fill(sentence.replace(/\[([^\]]*)\]/g, (_found, part: string) => (isKnown(part) ? part : '')));
}

const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  disputeReason: DISPUTE_REFUND_REASON_NAMES,
  role: ROLE_NAMES,
  reason: SUSPENSION_REASONS,
};

function photosOf(count: string): string {
  if (count === '') return 'photos';
  return count === '1' ? '1 photo' : `${count} photos`;
}
