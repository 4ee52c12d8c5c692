import { accountsByEmail } from '#server/modules/accounts/find-people.ts';
import { listAlbumImages } from '#server/modules/images/album-images.ts';
import { createPreviewMeter } from '#server/modules/images/preview-meter.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
import { addCard, listCards } from '#server/modules/payments/cards.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { Past } from './past.ts';
import type { SeasonCustomer } from './season-plan.ts';

type CastAlbum = { id: number; eventId: number };
const STAFF = { super: 'super@encore.test', customer_support: 'support@encore.test' };

/** Finds the rows that the plan names. */
export type Cast = ReturnType<typeof castSeason>;

export function castSeason(past: Past, customers: readonly SeasonCustomer[]) {
  const context = { ...past.context, purchases };
  const albums = new Map<string, CastAlbum>();
  const userIds = new Map<string, number>();
  const meter = createPreviewMeter(context);

  async function asActor(email: string, role: Actor['role']): Promise<Actor> {
    const userId = userIds.get(email) ?? (await accountsByEmail(context.db, [email])).get(email);
    if (userId === undefined) throw new Error(`nobody in the demo has the address ${email}`);
    userIds.set(email, userId);
    return { userId, role, sessionId: '', isVerified: true };
  }

  return {
    past,
    context,
    customers,
    actorOf: (email: string) => asActor(email, 'authenticated'),
    staff: (role: keyof typeof STAFF) => asActor(STAFF[role], role),
    async albumOf(identifier: string): Promise<CastAlbum> {
      const find = context.db.selectFrom('albums').select(['id', 'eventId']);
      const known =
        albums.get(identifier) ?? (await find.where('identifier', '=', identifier).executeTakeFirstOrThrow());
      albums.set(identifier, known);
      return known;
    },
    async photosOf(album: CastAlbum, picks: readonly number[]): Promise<number[]> {
      const images = await listAlbumImages(context, album.id);
      return [...new Set(picks.flatMap((pick) => images[pick % images.length]?.id ?? []))];
    },
    async cardOf(actor: Actor, email: string): Promise<number> {
      const [kept] = await listCards(context, actor.userId);
      const token = customers.find((customer) => customer.email === email)?.card ?? 'pm_card_visa';
      return kept?.id ?? (await addCard(context, actor, { token })).id;
    },
    /** Counts opened previews, because staff are warned of people who open too many. */
    async lookAtPhotos({ userId }: Actor, photos: number): Promise<void> {
      const unsigned = { folderUuid: '', issuedAtSeconds: 0, expiresAtSeconds: 0 };
      for (let photo = 0; photo < photos; photo += 1) {
        meter.take({ userId, scope: { kind: 'previews' }, ...unsigned }, 'preview');
      }
      await meter.flush();
    },
  };
}
