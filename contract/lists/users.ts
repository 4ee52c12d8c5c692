import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import { PHOTO_LINK_STATUSES, type PhotoLinkRow } from '#contract/entities/links.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { idInPath } from '#contract/primitives.ts';
import type { OrderState } from '#contract/rules/order-states.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import type { UserSummary } from '../entities/user.ts';
import { ROLE_NAMES } from '../rules/permissions.ts';
import { choiceFilter, defineList, idFilter, searchFilter } from './list.ts';

export const userList = defineList<UserSummary>()({
  name: 'users',
  hasViews: true,
  noun: 'user',
  columns: {
    id: { label: 'Number', value: ({ id }) => id, isHidden: true },
    name: { label: 'Name', sort: 'asc', value: ({ name }) => name },
    email: { label: 'Email', sort: 'asc', value: ({ email }) => email },
    phone_number: { label: 'Phone', value: ({ phone_number }) => phone_number },
    type: { label: 'Role', sort: 'asc', value: ({ type }) => ROLE_NAMES[type] },
    suspended_at: { label: 'Suspended', value: ({ suspended_at }) => suspended_at, isHidden: true },
    created_at: { label: 'Joined', sort: 'desc', value: ({ created_at }) => created_at },
  },
  filters: {
    q: searchFilter<UserSummary>({ label: 'Find users', placeholder: 'Name or email' }),
    type: choiceFilter({ label: 'Role', all: 'All roles', options: ROLE_NAMES }),
  },
  defaultSort: 'created_at:desc',
  maxSelected: 200,
});

export const ORDER_STATE_NAMES: Readonly<Record<OrderState, string>> = {
  open: 'Open',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  cancelled: 'Canceled',
  expired: 'Expired',
};

/** Includes pools of others that the user paid into. */
export const userOrderList = defineList<OrderOfUser>()({
  name: 'user-orders',
  noun: 'order',
  prefix: 'order_',
  columns: {
    order: { label: 'Order', value: ({ id }) => id },
    state: { label: 'State', value: ({ status }) => ORDER_STATE_NAMES[status] },
    created_at: { label: 'Created', sort: 'desc', value: ({ created_at }) => created_at },
    total: { label: 'Total', sort: 'desc', cents: ({ total }) => total },
    paid: { label: 'Paid by user', cents: ({ own }) => own.paid },
    refunded: { label: 'Refunded to user', cents: ({ own }) => own.refunded },
    pool: { label: 'Group order', value: ({ is_pool }) => (is_pool ? 'yes' : 'no') },
    items: {
      label: 'Items',
      value: ({ items }) =>
        items
          .map(({ now }) => (now.image === null ? now.title : `${now.title}, photo ${now.image}`))
          .join('; '),
    },
  },
  filters: {
    user: { ...idFilter<OrderOfUser>('User'), schema: () => idInPath },
    q: searchFilter<OrderOfUser>({ label: 'Find orders', placeholder: 'Number or album' }),
    state: choiceFilter({ label: 'State', all: 'All states', options: ORDER_STATE_NAMES }),
  },
  defaultSort: 'created_at:desc',
});

export const userDownloadList = defineList<AlbumDownload>()({
  name: 'user-downloads',
  noun: 'album',
  prefix: 'download_',
  columns: {
    album: { label: 'Album', value: ({ album }) => album.id },
    team: { label: 'Team', sort: 'asc', value: ({ album }) => teamLine(album) },
    bought_at: { label: 'Bought', sort: 'desc', value: ({ bought_at }) => bought_at },
    downloads: { label: 'Downloads', sort: 'desc', value: ({ downloads_used }) => downloads_used },
    downloads_max: { label: 'Allowed', value: ({ downloads_max }) => downloads_max },
    suspended: { label: 'Suspended', value: ({ is_suspended }) => (is_suspended ? 'yes' : 'no') },
  },
  filters: {
    q: searchFilter({
      label: 'Find downloads',
      placeholder: 'Team',
      of: ({ album }) => teamLine(album),
    }),
  },
  defaultSort: 'bought_at:desc',
  maxSelected: 500,
});

export const photoLinkList = defineList<PhotoLinkRow>()({
  name: 'photo-links',
  namesCustomers: true,
  hasViews: true,
  noun: 'link',
  columns: {
    created_at: { label: 'Created', sort: 'desc', value: ({ created_at }) => created_at },
    user_name: { label: 'Customer', value: ({ user_name }) => user_name },
    user: { label: 'Customer number', isHidden: true, value: ({ user }) => user },
    title: { label: 'Album', value: ({ title }) => title },
    event_name: { label: 'Event', isHidden: true, value: ({ event_name }) => event_name },
    label: { label: 'Label', value: ({ label }) => label },
    photos: { label: 'Photos', sort: 'desc', value: ({ photos }) => photos },
    downloads: { label: 'Downloads', isHidden: true, value: ({ downloads }) => (downloads ? 'yes' : 'no') },
    ends_at: { label: 'Until', sort: 'asc', value: ({ ends_at }) => ends_at },
    last_opened_at: { label: 'Last opened', sort: 'desc', value: ({ last_opened_at }) => last_opened_at },
    status: { label: 'State', value: ({ status }) => PHOTO_LINK_STATUSES[status] },
  },
  filters: {
    q: searchFilter<PhotoLinkRow>({ label: 'Find links', placeholder: 'Customer, team, event or label' }),
    status: choiceFilter({ label: 'State', all: 'All states', options: PHOTO_LINK_STATUSES }),
  },
  defaultSort: 'created_at:desc',
});

const STATUS_NAMES = {
  spent: 'No views left',
  some: 'Some views used',
  untouched: 'Not viewed',
  owned: 'Bought',
} as const;

const viewsOf = ({ user_album_views }: UserFoundAlbum) => user_album_views.length;

export function statusOf(found: UserFoundAlbum): keyof typeof STATUS_NAMES {
  if (found.owned) return 'owned';
  if (viewsOf(found) >= found.views_allowed) return 'spent';
  return viewsOf(found) > 0 ? 'some' : 'untouched';
}

export const foundAlbumList = defineList<UserFoundAlbum>()({
  name: 'found-albums',
  noun: 'album',
  prefix: 'found_',
  columns: {
    album: { label: 'Album', value: ({ album }) => album.id },
    team: { label: 'Team', sort: 'asc', value: ({ album }) => teamLine(album) },
    event: { label: 'Event', sort: 'asc', value: ({ event }) => event.name },
    status: { label: 'Status', value: (found) => STATUS_NAMES[statusOf(found)] },
    views: { label: 'Views', sort: 'desc', value: viewsOf },
    views_allowed: { label: 'Allowed', value: ({ views_allowed }) => views_allowed },
    found_at: { label: 'Found', sort: 'desc', value: ({ found_at }) => found_at },
  },
  filters: {
    q: searchFilter({
      label: 'Find albums',
      placeholder: 'Team or event',
      of: ({ album, event }) =>
        [teamLine(album), event.name, event.brand_name, event.city, event.state].join(' '),
    }),
    status: choiceFilter({
      label: 'Views',
      all: 'All albums',
      options: STATUS_NAMES,
      of: statusOf,
    }),
  },
  // Customers contact support when they have no views left, so those albums come first.
  defaultSort: 'views:desc',
  maxSelected: 500,
});
