import type { Event } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import { findReachable, findVerifications, type Reachable } from '#server/modules/accounts/find-people.ts';
import { ownershipsOf } from '#server/modules/catalogue/album-ownership.ts';
import { eventsById } from '#server/modules/catalogue/browse-albums.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { settingsOf } from '#server/modules/notifications/notification-settings.ts';
import { findOwnedItems, purchases } from '#server/modules/orders/purchases.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { mayWriteTo } from '#server/platform/mail/suppressions.ts';
import { localDate } from '#server/platform/time/clock.ts';
import {
  MAX_ITEMS,
  QUIET_MS,
  type SaleMailKind,
  type WantedCounts,
  type WantedItem,
} from './reminders.rules.ts';
import { type Addressee, listHeld, listWanted, type WantedRow } from './sale-mails.queries.ts';

type OfferedAlbum = { albumId: number; team: string; wanted: WantedCounts };
export type Offer = { event: Event; albums: OfferedAlbum[]; items: WantedItem[] };

/** The items that a mail to the customer would list now: things they can still buy. Undefined if there are none. */
export async function findOffer(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId, eventId, kind, daysBefore }: Addressee & { kind: SaleMailKind; daysBefore: number },
): Promise<Offer | undefined> {
  const event = (await eventsById(db, [eventId])).get(eventId);
  if (!event || event.archived) return undefined;
  const wanted = await listWanted(db, { userId, eventId, limit: MAX_ITEMS });
  const now = clock.now().getTime();
  if (kind === 'reminder' && wanted.some(({ createdAt }) => Date.parse(createdAt) > now - QUIET_MS))
    return undefined;
  if (kind === 'last_days' && !isEnding(event, clock.now(), daysBefore)) return undefined;
  const held = kind === 'last_days' ? await listHeld(db, { userId, eventId, limit: MAX_ITEMS }) : [];
  const albumIds = [...new Set([...wanted.map(({ albumId }) => albumId), ...held])];
  const sold = await findSoldAlbums(db, albumIds);
  const ownershipOf = await ownershipsOf(purchases, db, userId, albumIds);
  const hasBought = albumIds.some((id) => ownershipOf(id).owned || ownershipOf(id).boughtImages > 0);
  if (kind === 'last_days' && hasBought) return undefined;
  const owned = await findOwnedItems(db, userId);
  const isOpen = ({ albumId, imageId }: WantedItem) =>
    sold.get(albumId)?.isForSale === true &&
    !owned.albums.has(albumId) &&
    (imageId === null || !owned.images.has(imageId));
  const offered = wanted.filter(isOpen);
  const found = held.map((albumId) => ({ albumId, imageId: null })).filter(isOpen);
  const items = uniqueItems([...offered, ...found]).slice(0, MAX_ITEMS);
  if (items.length === 0) return undefined;
  const albums = [...new Set(items.map(({ albumId }) => albumId))].map((albumId) => ({
    albumId,
    team: sold.get(albumId)?.teamName ?? '',
    wanted: countWanted(offered.filter((item) => item.albumId === albumId)),
  }));
  return { event, albums, items };
}

/** By the calendar of the event; the last day of sale counts. */
function isEnding({ archive_date, time_zone }: Event, now: Date, daysBefore: number): boolean {
  if (archive_date === null) return false;
  const today = localDate(now, time_zone);
  const daysLeft = (Date.parse(archive_date) - Date.parse(today)) / 86_400_000;
  return daysLeft >= 0 && daysLeft <= daysBefore;
}

function uniqueItems(items: readonly WantedItem[]): WantedItem[] {
  const byKey = new Map(items.map(({ albumId, imageId }) => [`${albumId}.${imageId}`, { albumId, imageId }]));
  return [...byKey.values()];
}

function countWanted(wanted: readonly WantedRow[]): WantedCounts {
  const inCart = wanted.filter(({ isInCart }) => isInCart);
  return {
    favorites: wanted.length - inCart.length,
    cartPhotos: inCart.filter(({ imageId }) => imageId !== null).length,
    isAlbumInCart: inCart.some(({ imageId }) => imageId === null),
  };
}

type Reader = Pick<Tx, 'db' | 'config' | 'log'>;

/** Returns undefined unless the site sends such mails and the customer wants them at a confirmed address. */
export async function findReader(
  tx: Reader,
  { userId, kind }: { userId: number; kind: SaleMailKind },
): Promise<Reachable | undefined> {
  const { db } = tx;
  const settings = await getSettings(tx);
  if (!(kind === 'reminder' ? settings.reminder_mails : settings.last_days_mails)) return undefined;
  const [person] = await findReachable(db, [userId]);
  const [verifications] = await findVerifications(tx, [userId]);
  if (!person || !verifications?.hasAddress) return undefined;
  if (!(await settingsOf(db, [userId]))(userId).reminder.email) return undefined;
  return (await mayWriteTo(db, person.email, 'notification')) ? person : undefined;
}
