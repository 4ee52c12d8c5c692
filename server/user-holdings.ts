import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Context } from './context.ts';
import type { HoldingsOf } from './modules/accounts/user.wire.ts';
import { selectAwaits } from './modules/found-albums/start-at-album.ts';
import { selectSubscriptions, toWireSubscription } from './modules/found-albums/team-subscriptions.ts';
import { findOwnCart, selectCartId } from './modules/orders/cart/cart.ts';
import { selectShownCards, toWireCard } from './modules/orders/payments/cards.ts';
import { camelCaseRow } from './platform/camel-case-rows.ts';
import { compileOnce } from './platform/compile-once.ts';
import type { PaymentMode } from './platform/payments/payment-types.ts';

type Asked = { userId: number; mode: PaymentMode };

/** Asks in one statement, because every page begins with it. */
const listHoldings = compileOnce((db, { userId, mode }: Asked) =>
  db.selectNoFrom([
    selectAwaits(db, userId).as('awaitsAlbum'),
    selectCartId(db, userId).as('cartId'),
    jsonArrayFrom(selectSubscriptions(db, userId)).as('subscriptions'),
    jsonArrayFrom(selectShownCards(db, userId, mode)).as('cards'),
  ]),
);

/** What other modules know of a person; accounts shows it with the profile. */
export function holdingsOf(context: Context): HoldingsOf {
  return async (db, userId) => {
    const [held] = await listHoldings(db, { userId, mode: context.payments.mode });
    if (!held) throw new Error('the statement always has one row');
    return {
      awaits_album: held.awaitsAlbum,
      team_subscriptions: held.subscriptions.map((row) => toWireSubscription(camelCaseRow(row))),
      cart: held.cartId === null ? null : await findOwnCart({ ...context, db }, userId),
      payment_sources: held.cards.map((row) => toWireCard(camelCaseRow(row))),
    };
  };
}
