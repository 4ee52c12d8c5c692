import type { FoundByStaff } from '#contract/endpoints/overview.ts';
import { ORDER_STATE_NAMES } from '#contract/lists/users.ts';
import { formatCents } from '#contract/rules/money.ts';
import type { AlbumHit, EventHit, OrderHit, UserHit } from './staff-search.queries.ts';

const join = (...parts: string[]) => parts.filter(Boolean).join(', ');

export const toFoundAlbum = (album: AlbumHit): FoundByStaff => ({
  kind: 'album',
  id: album.id,
  title: `${album.programName} ${album.teamName}`.trim(),
  detail: join(`Order ${album.performanceOrder}`, album.eventName),
  parent: album.eventId,
});

export const toFoundEvent = (event: EventHit): FoundByStaff => ({
  kind: 'event',
  id: event.id,
  title: event.name,
  detail: join(event.startDate, event.brandName, event.city, event.state),
  parent: null,
});

export const toFoundUser = (user: UserHit): FoundByStaff => ({
  kind: 'user',
  id: user.id,
  title: user.name || user.email,
  detail: user.name ? user.email : '',
  parent: null,
});

export const toFoundOrder = (order: OrderHit): FoundByStaff => ({
  kind: 'order',
  id: order.id,
  title: `Order ${order.id}`,
  detail: join(order.userName, formatCents(order.totalCents), ORDER_STATE_NAMES[order.state]),
  parent: order.userId,
});
