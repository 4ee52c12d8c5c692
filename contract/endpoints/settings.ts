import { z } from 'zod';
import {
  ALBUM_LIMIT,
  NEW_ACCOUNT_DAYS,
  NEW_ACCOUNT_QUOTA_PERCENT,
  NEW_ACCOUNTS_PER_NETWORK,
  PROGRAM_LIMIT,
  VIEW_LIMIT,
  VIEW_LIMIT_WITH_BOUGHT_IMAGES,
} from '#contract/rules/albums.ts';
import {
  BOOK_ACCOUNT_KEYS,
  BOOK_ACCOUNT_NAME,
  BOOK_ACCOUNTS,
  type BookAccount,
  XERO_TAX_RATE,
} from '#contract/rules/books.ts';
import { NOTIFICATION_KINDS } from '#contract/rules/notifications.ts';
import { endpointsOf } from '../endpoint.ts';
import { cents, requiredText, text, timeZone, version } from '../primitives.ts';
import {
  FACE_SEARCH_ALBUMS_PER_DAY,
  GUARDIAN_VERIFICATIONS,
  TEMPLATE_LIFE_YEARS,
} from '../rules/athletes.ts';
import { PAYOUT_SCHEDULES } from '../rules/payees.ts';
import { DEFAULT_IMAGE_PRICE_CENTS } from '../rules/pricing.ts';
import { COUNTRY_CODE, TAX_SOURCES } from '../rules/tax.ts';
import { TEXT_COUNTRIES } from '../rules/text-countries.ts';
import { MAX_DOWNLOADS } from './downloads.ts';

const endpoint = endpointsOf('Settings');

const WATERMARK_SIGNS = " .,&'’!()©-";
const WATERMARK_LETTERS = 'A-Za-z0-9À-ÖØ-öø-ēĖ-īĮ-ıĴ-ķĹ-ľŁ-ňŌōŐ-žȘ-ț';

/** The font for watermarks has only these characters, and a mark of punctuation alone would hardly be visible. */
const watermarkText = requiredText(24)
  .regex(
    new RegExp(`^[${WATERMARK_LETTERS}${WATERMARK_SIGNS}]+$`),
    'Use only Latin letters, digits and simple punctuation',
  )
  .refine(
    (value) => [...value].filter((character) => !WATERMARK_SIGNS.includes(character)).length >= 3,
    'Use at least three letters or digits',
  );

/** The name is part of email subjects and page titles, so it must be one line. */
const siteName = requiredText(40).regex(/^[^\p{Cc}<>]+$/u, 'Use one line without < and >');

const PLACEHOLDER = /\{[^{}]*\}/g;

const mailGreeting = requiredText(80).refine(
  (value) => (value.match(PLACEHOLDER) ?? []).every((found) => found === '{first_name}'),
  'The only placeholder is {first_name}',
);

export const MAIL_PREVIEW_KINDS = [...NOTIFICATION_KINDS, 'receipt'] as const;
export type MailPreviewKind = (typeof MAIL_PREVIEW_KINDS)[number];

/** The opening sentence of each kind of email has a setting. */
const forEachMail = <Value>(value: Value) =>
  Object.fromEntries(MAIL_PREVIEW_KINDS.map((kind) => [`mail_intro_${kind}`, value])) as Record<
    `mail_intro_${MailPreviewKind}`,
    Value
  >;

/** Each account of the journal has a setting, such as `account_sales`. */
const forEachAccount = <Value>(choose: (account: BookAccount) => Value) =>
  Object.fromEntries(BOOK_ACCOUNT_KEYS.map((account) => [`account_${account}`, choose(account)])) as Record<
    `account_${BookAccount}`,
    Value
  >;

const accountName = text(90).regex(BOOK_ACCOUNT_NAME, 'Enter a number and a name, like 4000 Photo sales');

const mailText = (maxLength: number) =>
  text(maxLength).refine((value) => !value.match(PLACEHOLDER), 'Placeholders work only in the greeting');

/** Settings that staff change while the site runs; a change applies without a restart. */
export const siteSettings = z.object({
  /** This price applies where the event has no image price of its own. */
  image_price: cents.min(50),
  /** The flat rate is a table of one row, which counts everywhere; 0 turns it off. */
  tax_source: z.enum(TAX_SOURCES),
  tax_rate_basis_points: z.int().min(0).max(3_000),
  tax_name: requiredText(40),
  /** The country that a customer is first asked for, and that the flat rate belongs to. */
  tax_country: text(2).regex(COUNTRY_CODE, 'Enter two capital letters, like US'),
  /** Prices contain the tax for buyers in these countries; elsewhere it is added. */
  tax_included_countries: text(300).regex(/^([A-Z]{2}(, *[A-Z]{2})*)?$/, 'Enter country codes, like GB, DE'),
  /** Stripe Tax's code for digital goods. */
  stripe_tax_code: text(20).regex(/^txcd_\d{8}$/, 'Enter a tax code of Stripe, like txcd_10000000'),
  /** The rate applies to a photographer's sales after refunds. */
  commission_rate_basis_points: z.int().min(0).max(10_000),
  /** The rate applies to the net sales of events that have no share of their own. */
  producer_share_basis_points: z.int().min(0).max(10_000),
  /** Shares of a sale go out this many days after it; refunds come off before. */
  payout_hold_days: z.int().min(0).max(120),
  /** Smaller amounts carry over to the next scheduled transfer. */
  payout_minimum_cents: cents,
  /** When transfers go out without staff: never, on Fridays, or on the first of the month. */
  payout_schedule: z.enum(PAYOUT_SCHEDULES),
  /** Customers who bought images of an album may preview it more often. */
  view_limit: z.int().min(1).max(100),
  view_limit_with_images: z.int().min(1).max(500),
  /**
   * A person opens at most this many programs in 30 days and albums in a day. Purchases and owners' invitations do not
   * count.
   */
  open_programs_limit: z.int().min(1).max(500),
  open_albums_limit: z.int().min(1).max(5_000),
  /** New people whom nothing vouches for start with this part of both limits, for these days or until they buy. */
  new_account_quota_percent: z.int().min(1).max(100),
  new_account_days: z.int().min(1).max(90),
  /** If this many people registered on one network in 24 hours, the next ones start with less. */
  new_accounts_per_network: z.int().min(1).max(10_000),
  /** Accounts past one of these are listed as unusual: photos and albums in a day, unbought programs in 30 days. */
  unusual_previews_per_day: z.int().min(1).max(100_000),
  unusual_albums_per_day: z.int().min(1).max(5_000),
  unusual_programs: z.int().min(1).max(500),
  /** The limit applies to each purchase. */
  download_limit: z.int().min(1).max(100),
  /** Staff confirm before an album with fewer photos is put on sale; 0 and 1 turn it off. */
  few_photos_warning: z.int().min(0).max(1_000),
  /** Staff can undo what they did to photos for this long. */
  photo_undo_days: z.int().min(1).max(90),
  /** A leaked preview can be traced for this long after it was shown. */
  leak_tracing_months: z.int().min(1).max(60),
  /** Above this amount in seven days, by one person, to one customer or of one order, a second person approves refunds. */
  refund_second_person_cents: cents,
  /** Written into sold photos; empty means the name of the site. */
  copyright_holder: text(120),
  /** An address that explains the rights to a sold photo. Empty means the terms of the site. */
  rights_url: text(300).regex(/^(https?:\/\/\S+)?$/, 'Enter an address that begins with https://'),
  watermark_text: watermarkText,
  watermark_opacity_percent: z.int().min(15).max(80),
  watermark_size_percent: z.int().min(50).max(200),
  site_name: siteName,
  /** `{first_name}` is replaced by the reader's first name. */
  mail_greeting: mailGreeting,
  mail_signature: mailText(200),
  mail_footer: mailText(200),
  /** Each kind of email may open with a sentence; empty means none. */
  ...forEachMail(mailText(300)),
  /** Reminds customers once per event of photos they marked or put in the cart two days ago. */
  reminder_mails: z.boolean(),
  /** Reminds customers once, this many days before an event is archived. */
  last_days_mails: z.boolean(),
  last_days_before: z.int().min(1).max(30),
  /** Calling codes of the countries that codes are texted to. */
  text_countries: text(200).regex(TEXT_COUNTRIES, 'Enter calling codes, like +1, +44'),
  /** Text messages of all kinds in 24 hours; 0 turns them off. */
  texts_per_day: z.int().min(0).max(100_000),
  chat_hours: requiredText(160),
  /** Sales of finished days are added up by the days of this time zone. */
  reporting_time_zone: timeZone.unwrap(),
  /** Number and name of each account of the journal. Closed months keep theirs. */
  ...forEachAccount(() => accountName),
  /** The name of the tax rate that Xero gives to lines without tax. */
  xero_tax_rate: requiredText(60).regex(/^[^\p{Cc}]+$/u, 'Use one line'),
  face_matching: z.boolean(),
  /** Face templates and reference photos that were not used for this long are deleted. */
  template_life_years: z.int().min(1).max(10),
  /** Customers verify this before they add photos of a face, if the site requires verification. */
  guardian_verification: z.enum(GUARDIAN_VERIFICATIONS),
  /** Albums searched per customer and day; the others follow on the next days. */
  face_search_albums_per_day: z.int().min(1).max(1_000),
});
export type SiteSettings = z.output<typeof siteSettings>;

export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  image_price: DEFAULT_IMAGE_PRICE_CENTS,
  tax_source: 'flat',
  tax_rate_basis_points: 0,
  tax_name: /*i18n*/ 'Tax',
  tax_country: 'US',
  tax_included_countries: '',
  stripe_tax_code: 'txcd_10000000',
  commission_rate_basis_points: 3_000,
  producer_share_basis_points: 1_000,
  payout_hold_days: 14,
  payout_minimum_cents: 2_500,
  payout_schedule: 'manual',
  view_limit: VIEW_LIMIT,
  view_limit_with_images: VIEW_LIMIT_WITH_BOUGHT_IMAGES,
  open_programs_limit: PROGRAM_LIMIT,
  open_albums_limit: ALBUM_LIMIT,
  new_account_quota_percent: NEW_ACCOUNT_QUOTA_PERCENT,
  new_account_days: NEW_ACCOUNT_DAYS,
  new_accounts_per_network: NEW_ACCOUNTS_PER_NETWORK,
  unusual_previews_per_day: 600,
  unusual_albums_per_day: 30,
  unusual_programs: 6,
  download_limit: MAX_DOWNLOADS,
  few_photos_warning: 4,
  photo_undo_days: 30,
  leak_tracing_months: 12,
  refund_second_person_cents: 20_000,
  copyright_holder: '',
  rights_url: '',
  watermark_text: 'encore preview',
  watermark_opacity_percent: 42,
  watermark_size_percent: 100,
  site_name: 'Encore',
  mail_greeting: 'Hi {first_name},',
  mail_signature: '',
  mail_footer: /*i18n*/ 'Photos of your athlete, minutes after the performance.',
  ...forEachMail(''),
  reminder_mails: true,
  last_days_mails: true,
  last_days_before: 7,
  text_countries: '+1',
  texts_per_day: 2_000,
  chat_hours:
    /*i18n*/ 'We’re here every day from 8 am to 8 pm Mountain Time, and we usually answer within the hour.',
  reporting_time_zone: 'UTC',
  ...forEachAccount((account) => BOOK_ACCOUNTS[account].name),
  xero_tax_rate: XERO_TAX_RATE,
  face_matching: true,
  template_life_years: TEMPLATE_LIFE_YEARS,
  guardian_verification: 'either',
  face_search_albums_per_day: FACE_SEARCH_ALBUMS_PER_DAY,
};

const mailPreview = z.strictObject({
  kind: z.enum(MAIL_PREVIEW_KINDS),
  /** Fields that are left out are previewed as saved. */
  ...siteSettings
    .pick({
      site_name: true,
      mail_greeting: true,
      mail_signature: true,
      mail_footer: true,
      ...forEachMail(true as const),
    })
    .partial().shape,
});
export type MailPreviewRequest = z.output<typeof mailPreview>;

export const settingsChange = z.strictObject({ ...siteSettings.shape, version }).partial();
const savedSettings = siteSettings.extend({ version });
export type SavedSettings = z.output<typeof savedSettings>;

export const settingsEndpoints = {
  getSettings: endpoint('GET /settings', {
    access: 'settings',
    summary: 'Get the site settings',
    response: savedSettings,
  }),
  changeSettings: endpoint('PUT /settings', {
    access: 'settings',
    summary: 'Change some site settings',
    body: settingsChange,
    response: savedSettings,
  }),
  previewMail: endpoint('POST /settings/mail-preview', {
    access: 'settings',
    summary: 'Preview an email with these texts and sample news',
    body: mailPreview,
    response: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  }),
  sendPreviewMail: endpoint('POST /settings/mail-preview/send', {
    access: 'settings',
    summary: 'Send the preview to your own address',
    body: mailPreview,
    limits: [{ name: 'mail-preview', per: 'account', max: 10, minutes: 60 }],
    response: z.object({ to: z.string() }),
  }),
};
