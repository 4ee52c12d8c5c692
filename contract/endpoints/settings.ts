import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cents, requiredText } from '../primitives.ts';
import { DEFAULT_IMAGE_PRICE_CENTS } from '../rules/pricing.ts';

const tag = 'Settings';

/** What the business decides at run time; a change applies at once, without a restart. */
export const siteSettings = z.object({
  /** Of one image where the event's pricing says nothing. */
  image_price: cents.min(50),
  /** Hundredths of a percent on top of what is paid; 0 is off. */
  tax_rate_basis_points: z.int().min(0).max(3_000),
  tax_name: requiredText(40),
});
export type SiteSettings = z.output<typeof siteSettings>;

export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  image_price: DEFAULT_IMAGE_PRICE_CENTS,
  tax_rate_basis_points: 0,
  tax_name: 'Tax',
};

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
};
