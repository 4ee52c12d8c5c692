import type { Role } from '#contract/rules/permissions.ts';

export const ROLE_WORDS: Record<Role, string> = {
  authenticated: 'Customer',
  customer_support: 'Support',
  analyst: 'Analyst',
  super: 'Super',
};
