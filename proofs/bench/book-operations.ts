// One random operation of customers, staff, banks or the card provider at a time, with processes that die.
import { changeRate, changeShare, diePaying, moveName, pay, settleFile, takeBack } from './book-payees.ts';
import {
  decideDispute,
  refund,
  refundInDashboard,
  sellCart,
  sellPool,
  sellSingle,
  swap,
} from './book-sales.ts';
import type { Shop } from './book-shop.ts';
import {
  changeTerms,
  dieRefunding,
  dieSelling,
  dieSweeping,
  disturb,
  reconcile,
  wait,
} from './book-troubles.ts';

/** The parts add up to 1. */
const OPERATIONS: [number, string, (shop: Shop) => Promise<void>][] = [
  [0.26, 'sell an album', (shop) => sellSingle(shop, 'album')],
  [0.12, 'sell a photo', (shop) => sellSingle(shop, 'photo')],
  [0.07, 'sell a cart', (shop) => sellCart(shop, false)],
  [0.04, 'sell a gift', (shop) => sellCart(shop, true)],
  [0.02, 'sell to a group', sellPool],
  [0.1, 'refund', refund],
  [0.03, 'refund in the dashboard', refundInDashboard],
  [0.03, 'decide a dispute', decideDispute],
  [0.02, 'swap', swap],
  [0.04, 'die selling', dieSelling],
  [0.008, 'die refunding', dieRefunding],
  [0.002, 'die sweeping', dieSweeping],
  [0.03, 'die paying', diePaying],
  [0.05, 'disturb', disturb],
  [0.02, 'reconcile', reconcile],
  [0.06, 'wait', wait],
  [0.01, 'change terms', changeTerms],
  [0.005, 'change a tax rate', changeRate],
  [0.01, 'change a share', changeShare],
  [0.005, 'move a name', moveName],
  [0.05, 'pay a payee', pay],
  [0.01, 'settle a file', settleFile],
  [0.01, 'take back', takeBack],
];

export async function operate(shop: Shop): Promise<void> {
  let chance = shop.random();
  const chosen = OPERATIONS.find(([part]) => {
    chance -= part;
    return chance < 0;
  });
  const [, name, operation] = chosen ?? ([0, 'wait', wait] as const);
  const began = performance.now();
  await operation(shop);
  shop.progress.done += 1;
  shop.spentMs.set(name, (shop.spentMs.get(name) ?? 0) + performance.now() - began);
}
