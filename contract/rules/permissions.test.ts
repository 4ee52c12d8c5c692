import { describe, expect, test } from 'vitest';
import { isStaff, PERMISSIONS, type Permission, ROLES, type Role, roleCan } from './permissions.ts';

const COLUMNS = ['super', 'analyst', 'customer_support', 'authenticated', 'public'] as const;

// The full table of roles and permissions; only super users may change settings.
const TABLE: Record<Permission, string> = {
  //                               super analyst support customer public
  admin: /*                         */ '✓ ✓ ✓ - -',
  customers: /*                     */ '✓ ✓ ✓ - -',
  customer_notification_settings: /**/ '✓ ✓ ✓ - -',
  admin_albums: /*                  */ '✓ ✓ ✓ - -',
  profile: /*                       */ '✓ ✓ ✓ ✓ -',
  search_results: /*                */ '✓ ✓ ✓ ✓ -',
  purchases: /*                     */ '✓ ✓ ✓ ✓ -',
  my_athlete: /*                    */ '✓ ✓ ✓ ✓ -',
  admin_photographer_report: /*     */ '✓ ✓ ✓ - -',
  admin_report_photo_review: /*     */ '✓ ✓ ✓ - -',
  reports: /*                       */ '✓ ✓ - - -',
  settings: /*                      */ '✓ - - - -',
};

const cells = Object.entries(TABLE).flatMap(([permission, row]) =>
  row
    .split(' ')
    .map((mark, column) => [COLUMNS[column] as Role, permission as Permission, mark === '✓'] as const),
);

describe('permissions', () => {
  test.each(cells)('%s, %s: %s', (role, permission, allowed) => {
    expect(roleCan(role, permission)).toBe(allowed);
  });

  test('the table names every permission and every role', () => {
    expect(Object.keys(TABLE).sort()).toEqual([...PERMISSIONS].sort());
    expect(COLUMNS.filter((column) => column !== 'public')).toEqual(ROLES);
    expect(cells).toHaveLength(PERMISSIONS.length * COLUMNS.length);
  });

  test('staff is everyone but customers and visitors', () => {
    expect(COLUMNS.filter(isStaff)).toEqual(['super', 'analyst', 'customer_support']);
  });
});
