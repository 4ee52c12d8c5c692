// The permissions of each role. The sets are data that administrators change; this file has their upper bounds and
// defaults.

export const ROLES = [
  'super',
  'analyst',
  'customer_support',
  'finance',
  'event_lead',
  'authenticated',
] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Record<Role, string> = {
  super: 'Administrator',
  analyst: 'Analyst',
  customer_support: 'Support',
  finance: 'Finance',
  event_lead: 'Event lead',
  authenticated: 'Customer',
};

export const PERMISSIONS = [
  'admin',
  'customers',
  'customer_notification_settings',
  'admin_albums',
  'profile',
  'search_results',
  'purchases',
  'my_athlete',
  'admin_photographer_report',
  'admin_report_photo_review',
  'reports',
  'settings',
  'change_customers',
  'refunds',
  'payouts',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const CUSTOMER_PERMISSIONS = ['profile', 'search_results', 'purchases', 'my_athlete'] as const;
const SUPPORT_PERMISSIONS = [
  'admin',
  'customers',
  'customer_notification_settings',
  'admin_albums',
  ...CUSTOMER_PERMISSIONS,
  'admin_photographer_report',
  'admin_report_photo_review',
  'change_customers',
  'refunds',
] as const;
const NEW_ROLE_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== 'settings');

/** The specification's table bounds its roles; changing customers and refunding them are parts of its `customers`. */
export const MAX_PERMISSIONS: Record<Role, readonly Permission[]> = {
  super: PERMISSIONS,
  analyst: [...SUPPORT_PERMISSIONS, 'reports'],
  customer_support: SUPPORT_PERMISSIONS,
  finance: NEW_ROLE_PERMISSIONS,
  event_lead: NEW_ROLE_PERMISSIONS,
  authenticated: CUSTOMER_PERMISSIONS,
};

/**
 * The roles as the site starts. An analyst reads customers' data and changes nothing; finance sees money and no
 * customers.
 */
const DEFAULT_PERMISSIONS: Record<Role, readonly Permission[]> = {
  ...MAX_PERMISSIONS,
  analyst: MAX_PERMISSIONS.analyst.filter((one) => one !== 'change_customers' && one !== 'refunds'),
  finance: ['admin', ...CUSTOMER_PERMISSIONS, 'admin_photographer_report', 'reports', 'payouts'],
  event_lead: [
    'admin',
    'admin_albums',
    ...CUSTOMER_PERMISSIONS,
    'admin_photographer_report',
    'admin_report_photo_review',
  ],
};

/** "Support may …". */
export const PERMISSION_WORDS: Record<Permission, string> = {
  admin: 'open the admin area',
  customers: 'see customers, their orders and conversations',
  change_customers: 'change customers: profiles, limits, notes, replies, suspensions',
  refunds: 'refund orders and answer disputes',
  customer_notification_settings: 'see what customers are notified about',
  admin_albums: 'set up events and albums, upload and cull',
  admin_photographer_report: 'see what photographers sold',
  admin_report_photo_review: 'review reported photos',
  reports: 'see sales reports',
  payouts: 'see payouts and close months',
  settings: 'change settings, coupons and roles, and retry failed jobs',
  profile: 'edit their profile',
  search_results: 'search for albums',
  purchases: 'buy',
  my_athlete: 'add athletes',
};

/** These stay with every role: staff open the admin area, and everybody has an account. */
export const isFixed = (permission: Permission) =>
  permission === 'admin' || (CUSTOMER_PERMISSIONS as readonly Permission[]).includes(permission);

export function roleCan(role: Role | 'public', permission: Permission): boolean {
  return role !== 'public' && DEFAULT_PERMISSIONS[role].includes(permission);
}

/** A person as the session or the browser knows them. `permissions` are the role's current ones. */
export type Holder = { role: Role; permissions?: readonly Permission[] | undefined };

export function can({ role, permissions }: Holder, permission: Permission): boolean {
  return permissions ? permissions.includes(permission) : roleCan(role, permission);
}

const OF_CUSTOMERS: readonly string[] = ['customers', 'customer_notification_settings'];

/** Everything but reading about customers needs more than to see them. */
export function mayCall(holder: Holder, { method, access }: { method: string; access: Permission }): boolean {
  const isChange = method !== 'GET' && OF_CUSTOMERS.includes(access);
  return can(holder, access) && (!isChange || can(holder, 'change_customers'));
}

export function isStaff(role: Role | 'public'): boolean {
  return roleCan(role, 'admin');
}
