import { accountsByEmail } from '#server/modules/accounts/find-people.ts';
import { hasMatchIn } from '#server/modules/athletes/find-matches.ts';
import { listAlbumImages } from '#server/modules/images/album-images.ts';
import { hasBought, purchases } from '#server/modules/orders/purchases.ts';
import { addCard, listCards } from '#server/modules/payments/cards.ts';
import { forgetCards } from '#server/modules/payments/saved-cards.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { Past } from './past.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Customers are named by email address, albums by identifier, photos by their place in the album. */
export type Someone = { at: Date; email: string };
export type OfAlbum = Someone & { album: string };

export type Message = {
  from: string;
  text: string;
  minutesLater: number;
  seen?: { page: string; browser: string; errors: string[] };
};

const STAFF = { super: 'super@encore.test', customer_support: 'support@encore.test' };

export type SeasonCustomer = {
  email: string;
  first_name: string;
  last_name: string;
  city: string;
  state: string;
  zip_code: string;
  /** The token of the sandbox's test card that this customer pays with. */
  card: string;
};

/** Finds the rows that the plan names. */
export type Cast = ReturnType<typeof castSeason>;

export function castSeason(past: Past, customers: readonly SeasonCustomer[]) {
  const context = { ...past.context, purchases, hasMatchIn, hasBought, forgetCards };

  async function asActor(email: string, role: Actor['role']): Promise<Actor> {
    const userId = (await accountsByEmail(context.db, [email])).get(email);
    if (userId === undefined) throw new Error(`nobody in the demo has the address ${email}`);
    return { userId, role, sessionId: '', isVerified: true };
  }

  return {
    past,
    context,
    customers,
    actorOf: (email: string) => asActor(email, 'authenticated'),
    staff: (role: keyof typeof STAFF) => asActor(STAFF[role], role),
    albumOf: (identifier: string) =>
      context.db
        .selectFrom('albums')
        .select(['id', 'eventId'])
        .where('identifier', '=', identifier)
        .executeTakeFirstOrThrow(),
    async photosOf(albumId: number, places: readonly number[]): Promise<number[]> {
      const images = await listAlbumImages(context, albumId);
      return [...new Set(places.flatMap((place) => images[place % images.length]?.id ?? []))];
    },
    async cardOf(actor: Actor, email: string): Promise<number> {
      const [saved] = await listCards(context, actor.userId);
      const token = customers.find((customer) => customer.email === email)?.card ?? 'pm_card_visa';
      return saved?.id ?? (await addCard(context, actor, { token })).id;
    },
  };
}
