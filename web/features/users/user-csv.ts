import type { UserSummary } from '#contract/endpoints/user-administration.ts';
import { csvText } from '#web/lib/csv.ts';

const HEADS = ['id', 'name', 'email', 'phone', 'role', 'joined'];

export function toUserCsv(users: readonly UserSummary[]): string {
  return csvText(
    HEADS,
    users.map(({ id, name, email, phone_number, type, created_at }) => [
      id,
      name,
      email,
      phone_number ?? '',
      type,
      created_at,
    ]),
  );
}
