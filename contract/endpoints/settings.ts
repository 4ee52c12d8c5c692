import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { historyPage, historyQuery } from '../entities/audit-entry.ts';
import { cents, requiredText, text } from '../primitives.ts';
import { TEMPLATE_LIFE_YEARS } from '../rules/athletes.ts';
import { NOTIFICATION_KINDS } from '../rules/notification-settings.ts';
import { DEFAULT_IMAGE_PRICE_CENTS } from '../rules/pricing.ts';
import { VIEW_LIMIT, VIEW_LIMIT_WITH_BOUGHT_IMAGES } from '../rules/view-allowance.ts';
import { MAX_DOWNLOADS } from './downloads.ts';

const tag = 'Settings';

const WATERMARK_SIGNS = " .,&'’!()©-";
const WATERMARK_LETTERS = 'A-Za-z0-9À-ÖØ-öø-ēĖ-īĮ-ıĴ-ķĹ-ľŁ-ňŌōŐ-žȘ-ț';

/** Drawn from the outlines of a font, which knows these; a mark of signs alone would hardly be seen. */
const watermarkText = requiredText(24)
  .regex(
    new RegExp(`^[${WATERMARK_LETTERS}${WATERMARK_SIGNS}]+$`),
    'Latin letters, digits and simple signs only',
  )
  .refine(
    (value) => [...value].filter((character) => !WATERMARK_SIGNS.includes(character)).length >= 3,
    'At least three letters or digits',
  );

/** Part of subjects and titles: a line. */
const siteName = requiredText(40).regex(/^[^\p{Cc}<>]+$/u, 'One line, without < and >');

const PLACEHOLDER = /\{[^{}]*\}/g;

const mailGreeting = requiredText(80).refine(
  (value) => (value.match(PLACEHOLDER) ?? []).every((found) => found === '{first_name}'),
  'Only {first_name} is filled in',
);

/** Said as it is; lines may end where the writer ends them. */
const mailText = (maxLength: number) =>
  text(maxLength).refine((value) => !value.match(PLACEHOLDER), 'Only the greeting can have a {first_name}');

/** What the business decides at run time; a change applies at once, without a restart. */
export const siteSettings = z.object({
  /** Of one image where the event's pricing says nothing. */
  image_price: cents.min(50),
  /** Hundredths of a percent on top of what is paid; 0 is off. */
  tax_rate_basis_points: z.int().min(0).max(3_000),
  tax_name: requiredText(40),
  /** Of what is left of a photographer's sales after refunds. */
  commission_rate_basis_points: z.int().min(0).max(10_000),
  /** Of an event's net sales, owed to its producer where the event names no share of its own. */
  producer_share_basis_points: z.int().min(0).max(10_000),
  /** How often an album may be previewed: by anyone, and by who bought images of it. */
  view_limit: z.int().min(1).max(100),
  view_limit_with_images: z.int().min(1).max(500),
  /** Downloads of one purchase. */
  download_limit: z.int().min(1).max(100),
  watermark_text: watermarkText,
  watermark_opacity_percent: z.int().min(15).max(80),
  watermark_size_percent: z.int().min(50).max(200),
  site_name: siteName,
  /** `{first_name}` stands for the reader's. */
  mail_greeting: mailGreeting,
  mail_signature: mailText(200),
  mail_footer: mailText(200),
  /** A sentence before the news of each kind of mail; empty is none. */
  mail_opening_album_published: mailText(300),
  mail_opening_athlete_found: mailText(300),
  mail_opening_pool: mailText(300),
  mail_opening_zip_ready: mailText(300),
  mail_opening_report_handled: mailText(300),
  mail_opening_receipt: mailText(300),
  /** Said where people ask for help. */
  chat_hours: requiredText(160),
  face_matching: z.boolean(),
  /** After so long without use an athlete's templates and reference photos are destroyed. */
  template_life_years: z.int().min(1).max(10),
});
export type SiteSettings = z.output<typeof siteSettings>;

export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  image_price: DEFAULT_IMAGE_PRICE_CENTS,
  tax_rate_basis_points: 0,
  tax_name: 'Tax',
  commission_rate_basis_points: 3_000,
  producer_share_basis_points: 1_000,
  view_limit: VIEW_LIMIT,
  view_limit_with_images: VIEW_LIMIT_WITH_BOUGHT_IMAGES,
  download_limit: MAX_DOWNLOADS,
  watermark_text: 'encore preview',
  watermark_opacity_percent: 42,
  watermark_size_percent: 100,
  site_name: 'Encore',
  mail_greeting: 'Hello {first_name},',
  mail_signature: '',
  mail_footer: 'photos of your athlete minutes later.',
  mail_opening_album_published: '',
  mail_opening_athlete_found: '',
  mail_opening_pool: '',
  mail_opening_zip_ready: '',
  mail_opening_report_handled: '',
  mail_opening_receipt: '',
  chat_hours: 'We answer every day from 8 am to 8 pm Mountain Time, mostly within the hour.',
  face_matching: true,
  template_life_years: TEMPLATE_LIFE_YEARS,
};

export const MAIL_PREVIEW_KINDS = [...NOTIFICATION_KINDS, 'receipt'] as const;
export type MailPreviewKind = (typeof MAIL_PREVIEW_KINDS)[number];

const mailPreview = z.strictObject({
  kind: z.enum(MAIL_PREVIEW_KINDS),
  /** As typed so far; what is left out is as saved. */
  ...siteSettings
    .pick({
      site_name: true,
      mail_greeting: true,
      mail_signature: true,
      mail_footer: true,
      mail_opening_album_published: true,
      mail_opening_athlete_found: true,
      mail_opening_pool: true,
      mail_opening_zip_ready: true,
      mail_opening_report_handled: true,
      mail_opening_receipt: true,
    })
    .partial().shape,
});
export type MailPreviewRequest = z.output<typeof mailPreview>;

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
    summary: 'Who changed which setting or had old photos marked anew, newest first',
    query: historyQuery,
    response: historyPage,
  }),
  previewMail: endpoint({
    method: 'POST',
    path: '/settings/mail-preview',
    access: 'settings',
    tag,
    summary: 'A mail with made-up news, as it would look with these texts',
    body: mailPreview,
    response: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  }),
  sendPreviewMail: endpoint({
    method: 'POST',
    path: '/settings/mail-preview/send',
    access: 'settings',
    tag,
    summary: 'The same, sent to the address of whoever asks',
    body: mailPreview,
    limits: [{ name: 'mail-preview', per: 'account', max: 10, minutes: 60 }],
    response: z.object({ to: z.string() }),
  }),
};
