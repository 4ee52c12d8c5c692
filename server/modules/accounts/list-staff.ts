import type { Role } from '#contract/rules/permissions.ts';
import type { Db } from '#server/platform/database.ts';
import { listStaffRows } from './staff.queries.ts';

export type StaffMember = {
  id: number;
  name: string;
  email: string;
  role: Role;
  lastSeenAt: string | null;
};

/** Everyone who is more than a customer. */
export function listStaff(db: Db): Promise<StaffMember[]> {
  return listStaffRows(db);
}
