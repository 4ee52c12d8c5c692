import type { MailPreviewKind } from '#contract/endpoints/settings.ts';
import { NOTIFICATION_KINDS, NOTIFICATION_TEXTS } from '#contract/rules/notifications.ts';
import { REMINDER_SETTINGS, type SettingField, type SettingGroup } from './reminder-settings.ts';

export type { SettingField, SettingGroup, SettingKey, SettingKind } from './reminder-settings.ts';

const always = (sentence: string) => () => sentence;
const whenLower = (sentence: string) => (before: unknown, after: unknown) =>
  Number(after) < Number(before) ? sentence : undefined;

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
        key: 'tax_rate_basis_points',
        label: 'Tax rate, in percent',
        hint: 'Added to each order. 0 turns tax off.',
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
  {
    id: 'limits',
    title: 'Limits',
    intro: 'How much customers can preview and download. A higher limit applies immediately.',
    fields: [
      {
        key: 'view_limit',
        label: 'Previews per album',
        hint: 'For each customer.',
        kind: 'count',
        unit: 'previews',
        ask: whenLower('Customers who have used that many can no longer preview the album.'),
      },
      {
        key: 'view_limit_with_images',
        label: 'Previews after buying a photo',
        kind: 'count',
        unit: 'previews',
        ask: whenLower('Customers who have used that many can no longer preview the album.'),
      },
      {
        key: 'few_photos_warning',
        label: 'Warn before an album with few photos is sold',
        hint: 'Staff confirm before they publish an album with fewer photos than this at the full price. 0 turns the warning off.',
        kind: 'count',
        unit: 'photos',
      },
      {
        key: 'leak_tracing_months',
        label: 'Trace leaked previews, in months',
        hint: 'How long a leaked preview can be traced to the account it was shown to. After that, who saw what is deleted.',
        kind: 'count',
        unit: 'months',
      },
      {
        key: 'photo_undo_days',
        label: 'Undo actions on photos, in days',
        hint: 'Rejected, moved and turned photos can be brought back with one tap for this long.',
        kind: 'count',
        unit: 'days',
      },
      {
        key: 'open_programs_limit',
        label: 'Programs per person in 30 days',
        hint: 'How many programs a person can open albums of. Albums that were bought, or shared by someone who bought them, do not count.',
        kind: 'count',
        unit: 'programs',
        ask: whenLower('Customers who have opened that many can’t open another program for now.'),
      },
      {
        key: 'open_albums_limit',
        label: 'Albums per person in a day',
        hint: 'Albums that were bought, or shared by someone who bought them, do not count.',
        kind: 'count',
        unit: 'albums',
        ask: whenLower('Customers who have opened that many can’t open another album for now.'),
      },
      {
        key: 'new_account_quota_percent',
        label: 'Limits of new accounts, in percent of both',
        hint: 'Applies to the third and later person on one network in a day, and to email providers nobody has bought with. Buying or following the team lifts it. 100 turns it off.',
        kind: 'count',
        unit: '%',
      },
      {
        key: 'new_account_days',
        label: 'Days until an account gets full limits',
        hint: 'How long an account counts as new.',
        kind: 'count',
        unit: 'days',
      },
      {
        key: 'new_accounts_per_network',
        label: 'People per network and day who get full limits',
        hint: 'A venue shares one network, so new people there start with less, never with nothing.',
        kind: 'count',
        unit: 'people',
      },
      {
        key: 'download_limit',
        label: 'Downloads per purchase',
        hint: 'Staff can reset the count.',
        kind: 'count',
        unit: 'downloads',
        ask: whenLower('Customers who have used that many can no longer download what they bought.'),
      },
      {
        key: 'refund_second_person_cents',
        label: 'Refunds without approval, up to, in dollars',
        hint: 'In 7 days, per member of staff, customer and order. Above that, a colleague has to approve.',
        kind: 'dollars',
      },
    ],
  },
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
    id: 'earnings',
    title: 'Photographers and producers',
    intro: 'Their share of photo sales, after refunds.',
    fields: [
      {
        key: 'commission_rate_basis_points',
        label: 'Photographers’ commission, in percent',
        hint: 'Also applies to past statements.',
        kind: 'percent',
        ask: always('Also applies to past statements.'),
      },
      {
        key: 'producer_share_basis_points',
        label: 'Producers’ share, in percent',
        hint: 'Used for events without their own share.',
        kind: 'percent',
        ask: always('Applies to all events without their own share, including past events.'),
      },
    ],
  },
  {
    id: 'reports',
    title: 'Reports',
    intro: 'Reports open fastest in the time zone of the people who read them.',
    fields: [
      {
        key: 'reporting_time_zone',
        label: 'Time zone of reports',
        hint: 'Sales are added up by the days of this time zone, like America/Chicago.',
        kind: 'text',
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
        hint: 'When off, no one is searched for and no matches are shown. Customers can still delete what they added.',
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
        hint: 'Further albums are searched on the next days. New photos in an album do not count. 1 to 1,000.',
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
  { id: 'roles', title: 'Users and roles' },
  { id: 'history', title: 'History' },
] as const;
