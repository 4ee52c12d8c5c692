import { z } from 'zod';
import { isoTimestamp } from '../primitives.ts';

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
