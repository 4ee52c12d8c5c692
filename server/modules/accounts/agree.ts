import type { Tx } from '#server/context.ts';
import { legalVersion } from '#server/modules/settings/legal-texts.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { keepAgreement, type UserRow } from './accounts.queries.ts';

/** Only the version in force can be agreed to: an old page must not agree to a text that it did not show. */
export async function agree(
  tx: Pick<Tx, 'db' | 'clock'>,
  { userId }: Pick<Actor, 'userId'>,
  version: number,
): Promise<UserRow> {
  if (version !== (await legalVersion(tx))) throw new AppError('conflict');
  const user = await keepAgreement(tx.db, { userId, version, agreedAt: tx.clock.now() });
  if (!user) throw new AppError('not_found');
  return user;
}

export function termsDue({ agreedVersion }: Pick<UserRow, 'agreedVersion'>, newest: number): number | null {
  return agreedVersion < newest ? newest : null;
}
