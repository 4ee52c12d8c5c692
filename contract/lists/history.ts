import type { AuditRecord } from '#contract/entities/user.ts';
import { idInPath } from '../primitives.ts';
import { choiceFilter, defineList, idFilter, openChoiceFilter } from './list.ts';

const ACTION_MESSAGES: Readonly<Record<string, string>> = {
  'album.create': 'Created',
  'album.update': 'Edited',
  'album.publish-by-itself': 'Published automatically with its first photos',
  'album.withdraw-by-itself': 'Unpublished automatically: its photos belong to other teams',
  'album.reprocess-zip': 'Zip rebuilt',
  'album.sale-in': 'A sale was swapped to this album',
  'album.sale-out': 'A sale was swapped away',
  'images.move': 'Photos moved in',
  'images.move-out': 'Photos moved out',
  'images.see-clean': 'Photos opened without the watermark',
  'images.keep': 'Photos kept',
  'images.best': 'Best of a burst kept',
  'images.reject': 'Photos rejected',
  'images.restore': 'Photos restored',
  'images.rotate': 'Photos turned',
  'images.cover': 'Cover changed',
  'images.undo-keep': 'Keeping undone',
  'images.undo-best': 'Best of a burst undone',
  'images.undo-reject': 'Rejection undone',
  'images.undo-restore': 'Restoring undone',
  'images.undo-move': 'Move undone',
  'images.undo-rotate': 'Turning undone',
  'images.undo-cover': 'Change of the cover undone',
  'user.update': 'Profile changed',
  'user.change-role': 'Role changed',
  'user.add-note': 'Note added',
  'user.delete-note': 'Note deleted',
  'user.log-out-everywhere': 'Logged out everywhere',
  'user.suspend': 'Account suspended',
  'preview-quota.allow-more': 'More previews allowed',
  'preview-quota.reset': 'Preview quota reset',
  'user.unsuspend': 'Suspension lifted',
  'card-attempts.lift': 'Limit on declined cards lifted',
  'found-album.reset-views': 'Views reset',
  'downloads.reset': 'Downloads reset',
  'user.send-password-link': 'Password link sent',
  'order.refund': 'Refunded',
  'order.refund-elsewhere': 'Refunded in the provider’s dashboard',
  'order.refund-returned': 'Refund returned by the bank',
  'order.refund-refused': 'Refund refused by the card provider',
  'order.refund-again': 'Failed refund sent again',
  'order.refund-another-way': 'Failed refund paid another way',
  'order.refund-dropped': 'Failed refund dropped, purchase kept',
  'order.send-evidence': 'Evidence sent for a dispute',
  'entitlement.swap': 'Purchase swapped',
  'order.request-refund': 'Refund requested',
  'order.decline-refund': 'Refund declined',
  'order.withdraw-refund': 'Refund request withdrawn',
  'coupon.use-own': 'Bought with a code they made themselves',
  'athletes.read': 'Athletes viewed',
  'user.read': 'Data viewed by staff',
  'users.list': 'List of customers viewed by staff',
  'user.second-factor-on': 'Two-step login turned on',
  'user.second-factor-off': 'Two-step login turned off',
  'user.second-factor-reset': 'Two-step login reset',
  'user.second-factor-approve': 'Setup of two-step login approved',
  'user.app-add': 'Authenticator app set up',
  'user.app-remove': 'Authenticator app removed',
  'user.passkey-add': 'Passkey added',
  'user.passkey-remove': 'Passkey removed',
  'settings.change': 'Settings changed',
  'watermark.remake': 'Watermark applied to old photos',
};

export const actionMessage = (action: string) => ACTION_MESSAGES[action] ?? action;

/** The audit log records publishing as an edit, but a reader looks for the word. */
export function historyTitle({ action, changes }: Pick<AuditRecord, 'action' | 'changes'>): string {
  const published = changes.find(({ field }) => field === 'publishedAt');
  if (action === 'album.update' && published) {
    const title = published.after ? 'Published' : 'Unpublished';
    return changes.length > 1 ? `${title} and edited` : title;
  }
  const moved = changes.find(({ field }) => field === 'count')?.after;
  const words = actionMessage(action);
  return moved ? words.replace('Photos', moved === '1' ? '1 photo' : `${moved} photos`) : words;
}

const changeText = ({ field, before, after }: AuditRecord['changes'][number]) =>
  `${field}: ${before || 'nothing'} -> ${after || 'nothing'}`;

export const historyList = defineList<AuditRecord>()({
  name: 'history',
  noun: 'change',
  prefix: 'history_',
  columns: {
    created_at: { label: 'When', sort: 'desc', value: ({ created_at }) => created_at },
    who: { label: 'Who', value: ({ actor_name }) => actor_name },
    what: { label: 'What', value: historyTitle },
    subject: { label: 'About', value: ({ subject }) => subject },
    changes: { label: 'Changes', value: ({ changes }) => changes.map(changeText).join('\n') },
  },
  filters: {
    scope: {
      ...choiceFilter({ label: 'Of', options: { album: 'An album', user: 'A user', settings: 'Settings' } }),
      control: 'none',
    },
    /** The album or the user. */
    subject: idFilter('Of'),
    who: { ...openChoiceFilter({ label: 'Who', all: 'Anyone' }), schema: () => idInPath.optional() },
    what: openChoiceFilter({ label: 'What', all: 'Anything' }),
  },
  defaultSort: 'created_at:desc',
});
