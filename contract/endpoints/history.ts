import { z } from 'zod';
import { auditEntry } from '../entities/audit-entry.ts';
import { historyList } from '../lists/history.ts';
import { listEndpoints } from '../lists/list.ts';
import { id } from '../primitives.ts';

/** The server also checks the permission that the scope needs. */
export const historyEndpoints = listEndpoints(historyList, {
  row: auditEntry,
  access: 'admin',
  tag: 'History',
  totals: {
    /** Everyone and everything in this history, for the choices of the filters. */
    people: z.array(z.object({ id, name: z.string() })),
    actions: z.array(z.string()),
  },
});
