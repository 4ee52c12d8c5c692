// Lists the permissions of each role.

export const ROLES = ['super', 'analyst', 'customer_support', 'authenticated'] as const;
export type Role = (typeof ROLES)[number];

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
] as const;

const PERMISSIONS_OF_ROLE: Record<Role | 'public', ReadonlySet<Permission>> = {
  super: new Set(PERMISSIONS),
  analyst: new Set([...SUPPORT_PERMISSIONS, 'reports']),
  customer_support: new Set(SUPPORT_PERMISSIONS),
  authenticated: new Set(CUSTOMER_PERMISSIONS),
  public: new Set(),
};

export function roleCan(role: Role | 'public', permission: Permission): boolean {
  return PERMISSIONS_OF_ROLE[role].has(permission);
}

export function isStaff(role: Role | 'public'): boolean {
  return roleCan(role, 'admin');
}
