import { hashSync, type Options, verifySync } from '@node-rs/argon2';

export type HashOrder = { password: string; cost: Options } | { password: string; passwordHash: string };

/** Blocks its thread until it is done. */
export function answerHashOrder(order: HashOrder): string | boolean {
  if ('cost' in order) return hashSync(order.password, order.cost);
  return verifySync(order.passwordHash, order.password);
}
