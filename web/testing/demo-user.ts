import type { User } from '#contract/entities/user.ts';
import { PERMISSIONS, roleCan } from '#contract/rules/permissions.ts';

export function buildUser(changes: Partial<User> = {}): User {
  return {
    id: 7,
    email: 'parent@encore.test',
    username: 'parent@encore.test',
    email_verified: true,
    logs_in_by_link: false,
    first_name: 'Dana',
    last_name: 'Kim',
    name: 'Dana Kim',
    birth_date: null,
    agreed_to_terms: true,
    terms_due: null,
    country: 'US',
    city: null,
    state: null,
    zip_code: null,
    phone_number: null,
    language: 'en',
    phone_verified: false,
    has_modified_notification_settings: null,
    type: 'authenticated',
    permissions: PERMISSIONS.filter((one) => roleCan(changes.type ?? 'authenticated', one)),
    suspended_at: null,
    suspension: null,
    created_at: '2026-01-02T10:00:00.000Z',
    second_factor_on: false,
    second_factor_needed: false,
    awaits_album: false,
    team_subscriptions: [],
    cart: null,
    payment_sources: [],
    ...changes,
  };
}
