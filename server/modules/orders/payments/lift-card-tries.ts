import type { CardTries } from '#contract/endpoints/card-tries.ts';
import type { Tx } from '#server/context.ts';
import { countReset } from '#server/modules/accounts/count-reset.ts';
import { actFor, readOf } from '#server/modules/accounts/customer-access.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { liftTriesOf, listTriesOf } from './card-tries.queries.ts';
import { freeAt, judgeAll } from './card-tries.ts';
import { toWireCardTries } from './card-tries.wire.ts';

const MOST_LISTED = 20;

export async function getCardTries(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<CardTries> {
  await readOf(tx, actor, { userId, part: 'card tries' });
  return showCardTries(tx, userId);
}

/** For somebody who was blocked by mistake. */
export async function liftCardTries(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<CardTries> {
  await actFor(tx, actor, userId);
  await countReset(tx, actor, userId);
  const lifted = await liftTriesOf(tx.db, userId, tx.clock.now());
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'card-tries.lift',
    subject: `user:${userId}`,
    before: { userId, lifted },
    after: { userId, lifted: 0 },
  });
  return showCardTries(tx, userId);
}

async function showCardTries({ db, clock }: Pick<Tx, 'db' | 'clock'>, userId: number): Promise<CardTries> {
  const now = clock.now();
  const [account] = await judgeAll(db, [{ subject: 'account', value: userId }], now);
  if (!account) throw new Error(`the tries of user ${userId} were not counted`);
  const tries = await listTriesOf(db, userId, { now, limit: MOST_LISTED });
  const blockedUntil = account.verdict === 'block' ? await freeAt(db, account, now) : null;
  return toWireCardTries(account, { tries, blockedUntil });
}
