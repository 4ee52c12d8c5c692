import { accountsByEmail } from '#server/modules/accounts/find-people.ts';
import { hasMatchIn } from '#server/modules/athletes/find-matches.ts';
import { listAlbumImages } from '#server/modules/images/album-images.ts';
import { hasBought, purchases } from '#server/modules/orders/purchases.ts';
import { addCard, listCards } from '#server/modules/payments/cards.ts';
import { forgetCards } from '#server/modules/payments/saved-cards.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { Past } from './past.ts';
import { pick, type Random } from './random.ts';
import words from './words.json' with { type: 'json' };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Customers are named by email address, albums by identifier, photos by their place in the album. */
export type OfAlbum = { email: string; album: string; photos?: number[] };

const STAFF = { super: 'super@encore.test', customer_support: 'support@encore.test' };
const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'];

export type SeasonCustomer = ReturnType<typeof buildCustomers>[number];

/** Every family name is invented, and `.test` addresses cannot exist. */
export function buildCustomers(random: Random, count: number) {
  const [firstNames, lastNames] = [words.firstNames.split(' '), words.lastNames.split(' ')];
  return Array.from({ length: count }, (_, index) => {
    const first_name = firstNames[index % firstNames.length] as string;
    const last_name = lastNames[Math.floor(index / firstNames.length) % lastNames.length] as string;
    const email = `${first_name}.${last_name}@families.test`.toLowerCase();
    /** The token of a test card of the sandbox. */
    const card = words.incidents[index]?.card ?? pick(random, CARDS);
    return { email, first_name, last_name, ...pick(random, words.places), card };
  });
}

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
    async find({ email, album, photos = [] }: OfAlbum) {
      const { id: albumId, eventId } = await context.db
        .selectFrom('albums')
        .select(['id', 'eventId'])
        .where('identifier', '=', album)
        .executeTakeFirstOrThrow();
      const images = await listAlbumImages(context, albumId);
      const imageIds = new Set(photos.flatMap((place) => images[place % images.length]?.id ?? []));
      return { actor: await asActor(email, 'authenticated'), albumId, eventId, imageIds: [...imageIds] };
    },
    async cardOf(actor: Actor, email: string): Promise<number> {
      const [saved] = await listCards(context, actor.userId);
      const token = customers.find((customer) => customer.email === email)?.card ?? 'pm_card_visa';
      return saved?.id ?? (await addCard(context, actor, { token })).id;
    },
  };
}
