import { z } from 'zod';
import { count, id, isoTimestamp } from '../primitives.ts';

export const inboxRow = z.object({
  id,
  status: z.enum(['open', 'closed']),
  has_bug_report: z.boolean(),
  customer: z.object({ user: id.nullable(), name: z.string(), email: z.string() }),
  unread: count,
  /** An open conversation whose last message is from the customer waits for an answer. */
  last_from: z.enum(['customer', 'staff']),
  last_text: z.string(),
  last_message_at: isoTimestamp,
});
export type InboxRow = z.output<typeof inboxRow>;
