import type { UserSummary } from '#contract/endpoints/user-administration.ts';

const HEADS = ['id', 'name', 'email', 'phone', 'role', 'joined'];

/** A text that a spreadsheet would take for a formula is made plain text. */
function cell(value: string | number | null): string {
  const words = String(value ?? '');
  const plain = /^[=+\-@\t\r]/.test(words) ? `'${words}` : words;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export function toUserCsv(users: readonly UserSummary[]): string {
  const rows = users.map(({ id, name, email, phone_number, type, created_at }) => [
    id,
    name,
    email,
    phone_number,
    type,
    created_at,
  ]);
  return `${[HEADS, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
