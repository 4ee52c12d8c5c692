import { sql } from 'kysely';
import type { StaffRole } from '#contract/endpoints/user-administration.ts';
import {
  isFixed,
  MAX_PERMISSIONS,
  PERMISSION_WORDS,
  type Permission,
  ROLE_NAMES,
  ROLES,
  type Role,
} from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, selectVersion, versionOf } from '#server/platform/audit/versions.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';

export const INVITATIONS_SUBJECT = 'staff';

const subjectOf = (role: Role) => `role:${role}`;

export const STAFF_SUBJECTS: readonly string[] = [INVITATIONS_SUBJECT, ...ROLES.map(subjectOf)];

export async function listRoles({ db }: Pick<Tx, 'db'>): Promise<StaffRole[]> {
  const rows = await db
    .selectFrom('roles')
    .selectAll()
    .select(selectVersion(sql`'role:' || roles.key`).as('version'))
    .where('key', '<>', 'authenticated')
    .execute();
  return rows
    .map(({ version, ...row }) => toWireRole(row, version))
    .sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
}

/** Applies to the next request of everybody who has the role. */
export async function changeRolePermissions(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  {
    role,
    permissions,
    version,
  }: { role: Role; permissions: readonly Permission[]; version?: number | undefined },
): Promise<StaffRole> {
  const most = MAX_PERMISSIONS[role];
  const beyond = permissions.find((permission) => !most.includes(permission));
  if (beyond) {
    throw new AppError('invalid_request', {
      message: `${ROLE_NAMES[role]} can’t ${PERMISSION_WORDS[beyond]}.`,
      details: [{ path: 'permissions', message: 'Not allowed for this role' }],
    });
  }
  const before = await db
    .selectFrom('roles')
    .selectAll()
    .where('key', '=', role)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const wanted = most.filter((permission) => isFixed(permission) || permissions.includes(permission));
  const subject = subjectOf(role);
  await checkVersion(db, { subject, version, edit: { permissions: wanted } });
  const inWords = (some: readonly Permission[]) => some.map((one) => PERMISSION_WORDS[one]).join('; ');
  const allowed = wanted.filter((permission) => !before.permissions.includes(permission));
  const denied = most.filter((one) => before.permissions.includes(one) && !wanted.includes(one));
  if (allowed.length + denied.length === 0) return toWireRole(before, await versionOf(db, subject));
  const after = await db
    .updateTable('roles')
    .set({ permissions: wanted })
    .where('key', '=', role)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'role.change',
    subject,
    before: { permissions: before.permissions },
    after: { permissions: wanted, role, allowed: inWords(allowed), denied: inWords(denied) },
  });
  return toWireRole(after, await versionOf(db, subject));
}

function toWireRole(row: { key: string; permissions: string[] }, version: number): StaffRole {
  return { role: row.key as Role, permissions: row.permissions as Permission[], version };
}
