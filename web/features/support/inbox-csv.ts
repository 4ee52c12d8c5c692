import type { InboxRow } from '#contract/endpoints/support.ts';
import { csvText } from '#web/lib/csv.ts';

const HEADS = [
  ...['id', 'status', 'waits_for_us', 'name', 'email', 'user', 'bug_report'],
  ...['unread', 'last_from', 'last_message_at', 'last_message'],
];

export function toInboxCsv(rows: readonly InboxRow[]): string {
  return csvText(
    HEADS,
    rows.map((row) => [
      row.id,
      row.status,
      row.status === 'open' && row.last_from === 'customer' ? 'yes' : 'no',
      row.customer.name,
      row.customer.email,
      row.customer.user ?? '',
      row.has_bug_report ? 'yes' : 'no',
      row.unread,
      row.last_from,
      row.last_message_at,
      row.last_text,
    ]),
  );
}
