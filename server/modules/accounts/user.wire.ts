import type { SentCode as WireSentCode } from '#contract/endpoints/email-addresses.ts';
import type { LinkFacts as WireLinkFacts } from '#contract/endpoints/entering.ts';
import type { UserNote, UserSession } from '#contract/endpoints/user-administration.ts';
import { DELETED_ACCOUNT_NAME, type User } from '#contract/entities/user.ts';
import type { Language } from '#contract/i18n.ts';
import { emailHint, type SuspensionReason } from '#contract/rules/accounts.ts';
import type { Role } from '#contract/rules/permissions.ts';
import type { Db } from '#server/platform/database/database.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { SessionRow, UserRow } from './accounts.queries.ts';
import type { SentCode } from './email-codes.ts';
import { isPlaceholderAddress, type Person } from './find-people.ts';
import type { LinkFacts } from './links.ts';
import { nameDevice } from './sessions.ts';
import type { NoteRow, StaffRow, UserSummaryRow } from './user-administration.queries.ts';

/** Parts of a user that other modules own. */
type UserHoldings = Pick<User, 'awaits_album' | 'team_subscriptions' | 'cart' | 'payment_sources'>;
/** app.ts passes in the reader, so that this module depends on no other. Returns undefined for a deleted account. */
export type ReadPerson = (
  db: Db,
  userId: number,
) => Promise<{ user: UserRow; holdings: UserHoldings; newestTerms: number } | undefined>;

export function toWireUserSummary(row: UserSummaryRow) {
  return {
    id: row.id,
    email: addressOf(row),
    first_name: row.firstName,
    last_name: row.lastName,
    name: row.name,
    phone_number: row.phoneNumber,
    type: row.role as Role,
    suspended_at: toIsoOrNull(row.suspendedAt),
    created_at: toIso(row.createdAt),
  };
}

/** An account that was made by phone has no address until its owner adds one. */
function addressOf({ email }: Pick<UserSummaryRow, 'email'>): string {
  return isPlaceholderAddress(email) ? '' : email;
}

export function toWireUser(
  row: UserRow,
  facts: UserHoldings & Pick<User, 'email_verified' | 'second_factor_needed' | 'terms_due'>,
): User {
  return {
    ...toWireUserSummary(row),
    username: addressOf(row),
    permissions: row.permissions,
    suspension:
      row.suspensionReason === null
        ? null
        : { reason: row.suspensionReason as SuspensionReason, note: row.suspensionNote ?? '' },
    logs_in_by_link: row.logsInByLink,
    birth_date: row.birthDate,
    agreed_to_terms: row.agreedToTermsAt !== null,
    country: row.country,
    city: row.city,
    state: row.state,
    zip_code: row.zipCode,
    language: row.language as Language | null,
    phone_verified: row.phoneVerifiedAt !== null,
    has_modified_notification_settings: row.hasModifiedNotificationSettings,
    second_factor_on: row.secondFactorAt !== null,
    ...facts,
  };
}

/** The reader of a forwarded mail learns only enough of the address for its owner to recognize it. */
export function toWireLinkFacts({ email, ...facts }: LinkFacts): WireLinkFacts {
  return { email_hint: emailHint(email), ...toWire(facts) };
}

export function toWireSentCode({ row, shownCode }: SentCode): WireSentCode {
  return {
    to: row.email,
    expires_at: toIso(row.expiresAt),
    ...(shownCode !== undefined && { code: shownCode }),
  };
}

type People = ReadonlyMap<number, Person>;

export function toWireNote(row: NoteRow, people: People, canDelete: boolean): UserNote {
  return {
    id: row.id,
    text: row.text,
    author: { id: row.authorId, name: people.get(row.authorId ?? 0)?.name ?? DELETED_ACCOUNT_NAME },
    can_delete: canDelete,
    created_at: toIso(row.createdAt),
  };
}

export function toWireSession(row: SessionRow, ownSessionId: string): UserSession {
  return {
    device: nameDevice(row.userAgent),
    ip: row.ip,
    created_at: toIso(row.createdAt),
    last_seen_at: toIso(row.lastSeenAt),
    is_this_one: row.id === ownSessionId,
  };
}

export function toWireStaff({ id, name, role, lastSeenAt, ...row }: StaffRow) {
  return { id, name, email: addressOf(row), type: role, last_seen_at: toIsoOrNull(lastSeenAt) };
}
