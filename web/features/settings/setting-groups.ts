import type { MailPreviewKind } from '#contract/endpoints/settings.ts';
import { BOOK_ACCOUNT_KEYS, BOOK_ACCOUNTS } from '#contract/rules/books.ts';
import { NOTIFICATION_KINDS, NOTIFICATION_TEXTS } from '#contract/rules/notifications.ts';
import { LIMIT_SETTINGS, whenLower } from './limit-settings.ts';
import { REMINDER_SETTINGS, type SettingField, type SettingGroup } from './reminder-settings.ts';

export type { SettingField, SettingGroup, SettingKey, SettingKind } from './reminder-settings.ts';

const TAX_SOURCE_NAMES = {
  flat: 'None, or one rate for everybody',
  table: 'Rate table',
  stripe: 'Stripe Tax',
};

const always = (sentence: string) => () => sentence;

const mailIntro = (kind: MailPreviewKind, label: string): SettingField => ({
  key: `mail_intro_${kind}`,
  label: `Opening: ${label.toLowerCase()}`,
  kind: 'lines',
  maxLength: 300,
});

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'site',
    title: 'Site',
    intro: 'Shown in the header, emails, text messages and receipts.',
    fields: [
      {
        key: 'site_name',
        label: 'Site name',
        hint: 'The header shows it in lowercase. Existing consents keep the old name.',
        kind: 'text',
        maxLength: 40,
      },
    ],
  },
  {
    id: 'prices',
    title: 'Prices and tax',
    intro: 'Applies to new orders. Open orders keep their prices.',
    fields: [
      {
        key: 'image_price',
        label: 'Price of one photo, in dollars',
        hint: 'Used for events without their own photo price.',
        kind: 'dollars',
        ask: always('Applies to new orders immediately. Open orders keep their price.'),
      },
      {
        key: 'tax_source',
        label: 'Where tax comes from',
        hint: 'One rate for everybody is no tax while that rate is 0. The others ask customers for their ZIP code.',
        kind: 'choice',
        options: TAX_SOURCE_NAMES,
        ask: always('Applies to all new orders.'),
      },
      {
        key: 'tax_rate_basis_points',
        label: 'Tax rate for everybody, in percent',
        hint: 'Used with one rate for everybody. 0 turns tax off.',
        kind: 'percent',
        ask: always('Applies to all new orders.'),
      },
      {
        key: 'tax_name',
        label: 'Name of the tax',
        hint: 'Shown on receipts.',
        kind: 'text',
        maxLength: 40,
      },
      {
        key: 'tax_country',
        label: 'Home country',
        hint: 'Its code, like US. Customers are asked for this one first.',
        kind: 'text',
      },
      {
        key: 'tax_included_countries',
        label: 'Countries whose prices include tax',
        hint: 'Codes with commas, like GB, DE. Elsewhere tax is added to the price.',
        kind: 'text',
        ask: always('Prices stay the same there, and the tax is taken out of them.'),
      },
      {
        key: 'stripe_tax_code',
        label: 'Tax code for Stripe Tax',
        hint: 'What Stripe calls the goods. txcd_10000000 stands for digital goods.',
        kind: 'text',
      },
    ],
  },
  {
    id: 'texts',
    title: 'Text messages',
    intro: 'Login codes and news by text. Each text costs money.',
    fields: [
      {
        key: 'text_countries',
        label: 'Countries, by calling code',
        hint: '+1 is the US and Canada. Separate codes with commas.',
        kind: 'text',
      },
      {
        key: 'texts_per_day',
        label: 'Messages per day',
        hint: 'For the whole site. 0 turns text messages off.',
        kind: 'count',
        unit: 'messages',
        ask: whenLower('Customers who log in by phone get no code once the limit is reached.'),
      },
    ],
  },
  LIMIT_SETTINGS,
  {
    id: 'watermark',
    title: 'Watermark',
    intro:
      'Shown on every preview until it is bought. New photos get it immediately; update older ones below.',
    fields: [
      { key: 'watermark_text', label: 'Text', kind: 'text', maxLength: 24 },
      {
        key: 'watermark_opacity_percent',
        label: 'Opacity, in percent',
        hint: '15 to 80.',
        kind: 'count',
        unit: '%',
      },
      {
        key: 'watermark_size_percent',
        label: 'Size, in percent',
        hint: '50 to 200.',
        kind: 'count',
        unit: '%',
      },
    ],
  },
  {
    id: 'rights',
    title: 'Copyright',
    intro:
      'Written into every photo people buy, with the photographer’s name and a ban on data mining. Applies to new photos; prepare an album again to update older ones.',
    fields: [
      {
        key: 'copyright_holder',
        label: 'Copyright holder',
        hint: 'Empty means the site name.',
        kind: 'text',
        maxLength: 120,
      },
      {
        key: 'rights_url',
        label: 'Rights page',
        hint: 'Starts with https://. Empty means your terms.',
        kind: 'text',
      },
    ],
  },
  {
    id: 'earnings',
    title: 'Photographers and producers',
    intro: 'Their share of photo sales, after refunds.',
    fields: [
      {
        key: 'commission_rate_basis_points',
        label: 'Photographers’ commission, in percent',
        hint: 'For new photographers, and for names that are not on the roster.',
        kind: 'percent',
        ask: always('Counts for sales from now on. Earlier sales keep their rate.'),
      },
      {
        key: 'producer_share_basis_points',
        label: 'Producers’ share, in percent',
        hint: 'Used for events without their own share.',
        kind: 'percent',
        ask: always('Applies to all events without their own share, including past events.'),
      },
      {
        key: 'payout_hold_days',
        label: 'Days until a share can be paid',
        hint: 'Counted from the sale, so that refunds come off before. 0 to 120.',
        kind: 'count',
      },
      {
        key: 'payout_minimum_cents',
        label: 'Smallest scheduled transfer',
        hint: 'Smaller amounts carry over. You can still pay them by hand.',
        kind: 'dollars',
      },
      {
        key: 'payout_schedule',
        label: 'Transfers go out',
        hint: 'To payees with a connected bank account.',
        kind: 'choice',
        options: {
          manual: 'Only when you pay',
          weekly: 'Every Friday',
          monthly: 'On the first of the month',
        },
      },
    ],
  },
  {
    id: 'reports',
    title: 'Reports',
    intro: 'When a day starts and ends in reports.',
    fields: [
      {
        key: 'reporting_time_zone',
        label: 'Time zone of reports',
        hint: 'Use the zone most people here read reports in, like America/Chicago.',
        kind: 'text',
      },
    ],
  },
  {
    id: 'books',
    title: 'Books',
    intro:
      'Number and name of each account, as in your bookkeeping program. QuickBooks matches the name, Xero the number. Closed months keep the names they were closed with.',
    fields: [
      ...BOOK_ACCOUNT_KEYS.map(
        (account): SettingField => ({
          key: `account_${account}`,
          label: BOOK_ACCOUNTS[account].label,
          kind: 'text',
        }),
      ),
      {
        key: 'xero_tax_rate',
        label: 'Xero tax rate of journal lines',
        hint: 'The name of your tax rate of 0% in Xero. Collected tax has an account of its own.',
        kind: 'text',
        maxLength: 60,
      },
    ],
  },
  {
    id: 'mail',
    title: 'Email',
    intro:
      'The text around the message of each email. An opening comes before the message; leave it empty for none. Spanish readers get a text in Spanish until you write your own.',
    fields: [
      {
        key: 'mail_greeting',
        label: 'Greeting',
        hint: '{first_name} becomes the reader’s first name.',
        kind: 'text',
        maxLength: 80,
      },
      {
        key: 'mail_footer',
        label: 'Footer',
        hint: 'Shown above your address.',
        kind: 'text',
        maxLength: 200,
      },
      { key: 'mail_signature', label: 'Signature', kind: 'lines', maxLength: 200 },
      ...NOTIFICATION_KINDS.map((kind) => mailIntro(kind, NOTIFICATION_TEXTS[kind].label)),
      mailIntro('receipt', 'Receipts'),
    ],
  },
  REMINDER_SETTINGS,
  {
    id: 'help',
    title: 'Help',
    intro: 'What customers read before they contact you.',
    fields: [
      {
        key: 'chat_hours',
        label: 'Support hours',
        hint: 'Shown at the top of the chat.',
        kind: 'lines',
        maxLength: 160,
      },
    ],
  },
  {
    id: 'faces',
    title: 'Faces',
    intro: 'Finds an athlete’s photos by face, with consent.',
    fields: [
      {
        key: 'face_matching',
        label: 'Find athletes by face',
        hint: 'When off, we don’t search for anyone or show matches. Customers can still delete what they added.',
        kind: 'switch',
        ask: (_before, after) =>
          after === false
            ? 'The search stops, and badges, filters and matches disappear for all customers. What they added stays, and the search resumes when you turn it on again.'
            : undefined,
      },
      {
        key: 'guardian_verification',
        label: 'Verification before photos of a face',
        hint: 'Customers are asked once, wherever email, texts or cards are live.',
        kind: 'choice',
        options: {
          either: 'A verified phone or a card payment',
          phone: 'A verified phone',
          card: 'A card payment',
        },
      },
      {
        key: 'face_search_albums_per_day',
        label: 'Albums searched per customer and day',
        hint: 'We search the rest on the following days. New photos in an album don’t count. 1 to 1,000.',
        kind: 'count',
        unit: 'albums',
      },
    ],
  },
  {
    id: 'retention',
    title: 'Data retention',
    intro: 'Face data is deleted automatically when it is not used.',
    fields: [
      {
        key: 'template_life_years',
        label: 'Years without use',
        hint: 'After this time, the athlete’s reference photos and face templates are deleted. 1 to 10.',
        kind: 'count',
        unit: 'years',
        ask: (before, after) =>
          Number(after) < Number(before)
            ? 'Face data not used for that long is deleted the next night. This cannot be undone.'
            : 'The consent text names the years. Customers who agreed to fewer are asked again before they add photos; until then, their data is kept only as long as they agreed to.',
      },
    ],
  },
];

export const OTHER_SECTIONS = [
  { id: 'legal', title: 'Terms and privacy' },
  { id: 'coupons', title: 'Coupons' },
  { id: 'notifications', title: 'Notification defaults' },
  { id: 'roles', title: 'Staff and roles' },
  { id: 'history', title: 'History' },
] as const;
