import { PASS_ENDED } from '#contract/endpoints/passes.ts';
import type { Tx } from '#server/context.ts';
import {
  type FollowedLink,
  findPassesOfSame,
  followEventLink,
} from '#server/modules/event-links/follow-link.ts';

export type FollowedPass = FollowedLink & {
  /** All passes of the same photographer at this event, also ended ones, because a lost pass is replaced. */
  passIds: number[];
};

export async function followPass(tx: Pick<Tx, 'db' | 'clock'>, token: string): Promise<FollowedPass> {
  const pass = await followEventLink(tx, 'pass', token, PASS_ENDED);
  return { ...pass, passIds: await findPassesOfSame(tx.db, pass) };
}
