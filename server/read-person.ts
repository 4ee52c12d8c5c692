import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { selectUser } from '#server/modules/accounts/accounts.queries.ts';
import type { Context } from './context.ts';
import type { ReadPerson } from './modules/accounts/user.wire.ts';
import { selectAwaits } from './modules/found-albums/start-at-album.ts';
import { selectSubscriptions } from './modules/found-albums/team-subscriptions.ts';
import { findOwnCart, selectCartId } from './modules/orders/cart.ts';
import { selectShownCards, toWireCard } from './modules/payments/cards.ts';
import { FIRST_VERSION, selectNewestVersion } from './modules/settings/legal-texts.ts';
import { prepareStatement } from './platform/database/prepared-statements.ts';
import { toColumns, toWire } from './platform/http/wire-names.ts';
import type { PaymentMode } from './platform/payments/payment-types.ts';

const listPerson = prepareStatement((db, { userId, mode }: { userId: number; mode: PaymentMode }) =>
  selectUser(db, userId).select([
    selectAwaits(db, userId).as('awaitsAlbum'),
    selectCartId(db, userId).as('cartId'),
    selectNewestVersion(db).as('newestTerms'),
    jsonArrayFrom(selectSubscriptions(db, userId)).as('subscriptions'),
    jsonArrayFrom(selectShownCards(db, userId, mode)).as('cards'),
  ]),
);

/** A profile with what other modules know of the person, in one statement, because every page begins with it. */
export function readPerson(context: Context): ReadPerson {
  return async (db, userId) => {
    const [user] = await listPerson(db, { userId, mode: context.payments.mode });
    if (!user) return undefined;
    const holdings = {
      awaits_album: user.awaitsAlbum,
      team_subscriptions: user.subscriptions.map(toWire),
      cart: user.cartId === null ? null : await findOwnCart({ ...context, db }, userId),
      payment_sources: user.cards.map((row) => toWireCard(toColumns(row))),
    };
    return { user, holdings, newestTerms: user.newestTerms ?? FIRST_VERSION };
  };
}
