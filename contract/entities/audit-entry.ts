import { z } from 'zod';
import { isoTimestamp } from '../primitives.ts';

/** Something staff did: who, what, when, and each field before and after. */
export const auditEntry = z.object({
  id: z.int(),
  action: z.string(),
  subject: z.string(),
  actor_name: z.string(),
  created_at: isoTimestamp,
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type AuditRecord = z.output<typeof auditEntry>;
