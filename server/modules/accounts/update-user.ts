import type { BodyOf } from '#contract/endpoint.ts';
import type { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { isNationOfGb } from '#contract/rules/countries.ts';
import type { Tx } from '#server/context.ts';
import { checkVersion, recordChange } from '#server/platform/audit/versions.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { lockUser, type ProfileFields, type UserRow, updateUserFields } from './accounts.queries.ts';
import { getChangeable } from './customer-access.ts';
import { isPlaceholderAddress } from './find-people.ts';

type ProfileChange = BodyOf<typeof accountEndpoints.updateUser>;

export async function updateUser(
  tx: Pick<Tx, 'db'>,
  actor: Actor,
  { userId, change: { version, ...change } }: { userId: number; change: ProfileChange },
): Promise<UserRow> {
  await getChangeable(tx, actor, userId);
  const before = await lockUser(tx.db, userId);
  const isOwn = actor.userId === userId;
  if (!isOwn) await checkVersion(tx.db, { subject: `user:${userId}`, version, edit: change });
  const fields: ProfileFields = {
    firstName: change.first_name,
    lastName: change.last_name,
    name: change.name,
    birthDate: change.birth_date,
    country: change.country && isNationOfGb(change.country) ? 'GB' : change.country,
    city: change.city,
    state: change.state,
    zipCode: change.zip_code,
    language: change.language,
    ...phoneFields(before, change.phone_number),
  };
  const after = await updateUserFields(tx.db, userId, fields);
  if (!after) throw new AppError('not_found');
  if (!isOwn) {
    const entry = { actorId: actor.userId, action: 'user.update', subject: `user:${userId}` } as const;
    await recordChange(tx.db, { ...entry, before, after });
  }
  return after;
}

/** A new number is unverified until its owner enters a code. */
function phoneFields(before: UserRow, phoneNumber: string | null | undefined): ProfileFields {
  if (phoneNumber === undefined || phoneNumber === before.phoneNumber) return {};
  if (before.phoneLogIn === null) return { phoneNumber, phoneVerifiedAt: null };
  if (isPlaceholderAddress(before.email)) {
    throw new AppError('conflict', {
      message: /*i18n*/ 'You log in with this number. Add an email address before you remove it.',
    });
  }
  return { phoneNumber, phoneVerifiedAt: null, phoneLogIn: null };
}

/** Remembers and returns the day on which a user last chose notification settings. */
export async function markSettingsModified(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  userId: number,
): Promise<string> {
  const today = clock.now().toISOString().slice(0, 10);
  await updateUserFields(db, userId, { hasModifiedNotificationSettings: today });
  return today;
}
