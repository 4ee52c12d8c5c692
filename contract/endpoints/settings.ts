import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cents, isoTimestamp, requiredText } from '../primitives.ts';
import { DEFAULT_IMAGE_PRICE_CENTS } from '../rules/pricing.ts';

const tag = 'Settings';

/** What the business decides at run time; a change applies at once, without a restart. */
export const siteSettings = z.object({
  /** Of one image where the event's pricing says nothing. */
  image_price: cents.min(50),
  /** Hundredths of a percent on top of what is paid; 0 is off. */
  tax_rate_basis_points: z.int().min(0).max(3_000),
  tax_name: requiredText(40),
  /** Of what is left of a photographer's sales after refunds. */
  commission_rate_basis_points: z.int().min(0).max(10_000),
});
export type SiteSettings = z.output<typeof siteSettings>;

export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  image_price: DEFAULT_IMAGE_PRICE_CENTS,
  tax_rate_basis_points: 0,
  tax_name: 'Tax',
  commission_rate_basis_points: 3_000,
};

const settingsChange = z.object({
  id: z.int(),
  actor_name: z.string(),
  created_at: isoTimestamp,
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type SettingsChangeRecord = z.output<typeof settingsChange>;

export const settingsEndpoints = {
  getSettings: endpoint({
    method: 'GET',
    path: '/settings',
    access: 'settings',
    tag,
    summary: 'The site settings',
    response: siteSettings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/settings',
    access: 'settings',
    tag,
    summary: 'Change some site settings',
    body: z.strictObject(siteSettings.partial().shape),
    response: siteSettings,
  }),
  settingsHistory: endpoint({
    method: 'GET',
    path: '/settings/history',
    access: 'settings',
    tag,
    summary: 'Who changed which setting, newest first',
    response: z.array(settingsChange),
  }),
};
