import type { Context } from '#server/context.ts';
import { DEMO_LOG_INS } from '#server/demo/refuse-demo-accounts.ts';
import { accountsByEmail } from '#server/modules/accounts/find-people.ts';
import { listAlbumImages } from '#server/modules/images/album-images.ts';
import { createPreviewMeter } from '#server/modules/images/preview-meter.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
import { addCard, listCards } from '#server/modules/payments/cards.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { Past } from './past.ts';
import type { SeasonCustomer } from './season-people.ts';

export type CastAlbum = { id: number; eventId: number };

/** Finds the rows that the plan names. */
export type Cast = {
  past: Past;
  context: Context & { purchases: typeof purchases };
  customers: readonly SeasonCustomer[];
  actorOf(email: string): Promise<Actor>;
  staff(role: 'super' | 'customer_support'): Promise<Actor>;
  albumOf(identifier: string): Promise<CastAlbum>;
  photosOf(album: CastAlbum, picks: readonly number[]): Promise<number[]>;
  cardOf(actor: Actor, email: string): Promise<number>;
  /** Counts opened previews, because staff are warned of people who open too many. */
  lookAtPhotos(actor: Actor, photos: number): Promise<void>;
};

const STAFF = { super: 'super@encore.test', customer_support: 'support@encore.test' };

export function castSeason(past: Past, customers: readonly SeasonCustomer[]): Cast {
  const context = { ...past.context, purchases };
  const albums = new Map<string, CastAlbum>();
  const meter = createPreviewMeter(context);
  const cards = new Map(customers.map(({ email, card }) => [email, card]));

  const userIds = new Map<string, number>();
  async function userIdOf(email: string): Promise<number> {
    const userId = userIds.get(email) ?? (await accountsByEmail(context.db, [email])).get(email);
    if (userId === undefined) throw new Error(`nobody in the demo has the address ${email}`);
    userIds.set(email, userId);
    return userId;
  }
  const asActor = (userId: number, role: Actor['role']): Actor => ({
    userId,
    role,
    sessionId: '',
    isProven: true,
  });

  return {
    past,
    context,
    customers,
    actorOf: async (email) => asActor(await userIdOf(email), 'authenticated'),
    staff: async (role) => asActor(await userIdOf(STAFF[role]), role),
    async albumOf(identifier) {
      const known = albums.get(identifier) ?? (await findDemoAlbum(context, identifier));
      albums.set(identifier, known);
      return known;
    },
    async photosOf(album, picks) {
      const images = await listAlbumImages(context.db, album.id);
      return [...new Set(picks.flatMap((pick) => images[pick % images.length]?.id ?? []))];
    },
    async cardOf(actor, email) {
      const [kept] = await listCards(context, actor.userId);
      if (kept) return kept.id;
      const token = DEMO_LOG_INS.includes(email) ? 'pm_card_visa' : (cards.get(email) ?? 'pm_card_visa');
      return (await addCard(context, actor, { token })).id;
    },
    async lookAtPhotos({ userId }, photos) {
      const unsigned = { folderUuid: '', issuedAtSeconds: 0, expiresAtSeconds: 0 };
      for (let photo = 0; photo < photos; photo += 1) {
        meter.take({ userId, scope: { kind: 'previews' }, ...unsigned }, 'preview');
      }
      await meter.flush();
    },
  };
}

function findDemoAlbum({ db }: Context, identifier: string): Promise<CastAlbum> {
  return db
    .selectFrom('albums')
    .select(['id', 'eventId'])
    .where('identifier', '=', identifier)
    .executeTakeFirstOrThrow();
}
