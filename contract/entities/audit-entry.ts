import { z } from 'zod';
import { id, idInPath, isoTimestamp, requiredText } from '../primitives.ts';

export const auditEntry = z.object({
  id: z.int(),
  action: z.string(),
  subject: z.string(),
  /** Null means that the system did it. */
  actor_name: z.string().nullable(),
  created_at: isoTimestamp,
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type AuditRecord = z.output<typeof auditEntry>;

export const HISTORY_PAGE_SIZE = 50;
export const MAX_HISTORY_PAGE_SIZE = 500;

export const historyQuery = z.strictObject({
  before: z.coerce
    .number()
    .int()
    .positive()
    .max(Number.MAX_SAFE_INTEGER - 1)
    .optional(),
  who: idInPath.optional(),
  what: requiredText(80).optional(),
  _limit: z.coerce.number().int().min(1).max(MAX_HISTORY_PAGE_SIZE).default(HISTORY_PAGE_SIZE),
});
export type HistoryQuery = z.output<typeof historyQuery>;

export const historyPage = z.object({
  entries: z.array(auditEntry),
  has_older: z.boolean(),
  /** `who` and `what` list the filter choices of the whole history. */
  who: z.array(z.object({ id, name: z.string() })),
  what: z.array(z.string()),
});
export type HistoryPage = z.output<typeof historyPage>;
