import type { Db } from '#server/platform/database.ts';
import { findUserById } from './accounts.queries.ts';
import { isPlaceholderAddress } from './placeholder-address.ts';

export async function findAddressee(db: Db, userId: number) {
  const user = await findUserById(db, userId);
  if (!user) return undefined;
  const { email, firstName, name, phoneNumber } = user;
  // Somebody without an address is written to by text message.
  const textsTo = isPlaceholderAddress(email) ? (phoneNumber ?? undefined) : undefined;
  return { email, firstName, name, textsTo };
}
