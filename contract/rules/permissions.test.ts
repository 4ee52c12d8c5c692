import { describe, expect, test } from 'vitest';
import {
  can,
  isFixed,
  isStaff,
  MAX_PERMISSIONS,
  mayCall,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
  roleCan,
} from './permissions.ts';

const COLUMNS = [
  'super',
  'analyst',
  'customer_support',
  'finance',
  'event_lead',
  'authenticated',
  'public',
] as const;

// The full table of roles and permissions by default; only administrators may change settings.
const TABLE: Record<Permission, string> = {
  //                               super analyst support finance lead customer public
  admin: /*                         */ '✓ ✓ ✓ ✓ ✓ - -',
  customers: /*                     */ '✓ ✓ ✓ - - - -',
  customer_notification_settings: /**/ '✓ ✓ ✓ - - - -',
  admin_albums: /*                  */ '✓ ✓ ✓ - ✓ - -',
  profile: /*                       */ '✓ ✓ ✓ ✓ ✓ ✓ -',
  search_results: /*                */ '✓ ✓ ✓ ✓ ✓ ✓ -',
  purchases: /*                     */ '✓ ✓ ✓ ✓ ✓ ✓ -',
  my_athlete: /*                    */ '✓ ✓ ✓ ✓ ✓ ✓ -',
  admin_photographer_report: /*     */ '✓ ✓ ✓ ✓ ✓ - -',
  admin_report_photo_review: /*     */ '✓ ✓ ✓ - ✓ - -',
  reports: /*                       */ '✓ ✓ - ✓ - - -',
  settings: /*                      */ '✓ - - - - - -',
  change_customers: /*              */ '✓ - ✓ - - - -',
  refunds: /*                       */ '✓ - ✓ - - - -',
  payouts: /*                       */ '✓ - - ✓ - - -',
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
    expect(COLUMNS.filter(isStaff)).toEqual(ROLES.slice(0, -1));
  });

  test('the specification’s table is what its roles may have at most', () => {
    const support = PERMISSIONS.filter((one) => !['reports', 'settings', 'payouts'].includes(one));
    expect(new Set(MAX_PERMISSIONS.customer_support)).toEqual(new Set(support));
    expect(new Set(MAX_PERMISSIONS.analyst)).toEqual(new Set([...support, 'reports']));
    for (const role of ROLES) {
      const granted = PERMISSIONS.filter((one) => roleCan(role, one));
      expect(MAX_PERMISSIONS[role]).toEqual(expect.arrayContaining(granted));
      expect(granted).toEqual(expect.arrayContaining(MAX_PERMISSIONS[role].filter(isFixed)));
    }
  });

  test('an analyst reads about customers and changes nothing of theirs, unless the role says so', () => {
    const analyst = { role: 'analyst' } as const;
    expect(mayCall(analyst, { method: 'GET', access: 'customers' })).toBe(true);
    expect(mayCall(analyst, { method: 'POST', access: 'customers' })).toBe(false);
    expect(mayCall(analyst, { method: 'POST', access: 'admin_albums' })).toBe(true);
    const trusted = { role: 'analyst', permissions: MAX_PERMISSIONS.analyst } as const;
    expect(mayCall(trusted, { method: 'POST', access: 'customers' })).toBe(true);
    expect(can({ role: 'super', permissions: [] }, 'settings')).toBe(false);
  });
});
