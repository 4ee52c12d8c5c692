import type { MailPreviewKind } from '#contract/endpoints/settings.ts';
import { NOTIFICATION_KINDS, NOTIFICATION_TEXTS } from '#contract/rules/notifications.ts';
import { LIMIT_SETTINGS, REMINDER_SETTINGS } from './limit-settings.ts';
import { BOOK_SETTINGS, EARNING_SETTINGS, PRICE_SETTINGS } from './money-settings.ts';
import { choice, count, lines, type SettingGroup, text, toggle, whenLower } from './setting-fields.ts';

const mailIntro = (kind: MailPreviewKind, label: string) =>
  lines(`mail_intro_${kind}`, {
    label: `Opening: ${label.toLowerCase()}`,
    maxLength: 300,
  });

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'site',
    title: 'Site',
    intro: 'Shown in the header, emails, text messages and receipts.',
    fields: [
      text('site_name', {
        label: 'Site name',
        hint: 'The header shows it in lowercase. Existing consents keep the old name.',
        maxLength: 40,
      }),
    ],
  },
  PRICE_SETTINGS,
  {
    id: 'texts',
    title: 'Text messages',
    intro: 'Login codes and news by text. Each text costs money.',
    fields: [
      text('text_countries', {
        label: 'Countries, by calling code',
        hint: '+1 is the US and Canada. Separate codes with commas.',
      }),
      count('texts_per_day', {
        label: 'Messages per day',
        hint: 'For the whole site. 0 turns text messages off.',
        unit: 'messages',
        ask: whenLower('Customers who log in by phone get no code once the limit is reached.'),
      }),
    ],
  },
  LIMIT_SETTINGS,
  {
    id: 'watermark',
    title: 'Watermark',
    intro:
      'Shown on every preview until it is bought. New photos get it immediately; update older ones below.',
    fields: [
      text('watermark_text', { label: 'Text', maxLength: 24 }),
      count('watermark_opacity_percent', {
        label: 'Opacity, in percent',
        hint: '15 to 80.',
        unit: '%',
      }),
      count('watermark_size_percent', {
        label: 'Size, in percent',
        hint: '50 to 200.',
        unit: '%',
      }),
    ],
  },
  {
    id: 'rights',
    title: 'Copyright',
    intro:
      'Written into every photo people buy, with the photographer’s name and a ban on data mining. Applies to new photos; prepare an album again to update older ones.',
    fields: [
      text('copyright_holder', {
        label: 'Copyright holder',
        hint: 'Empty means the site name.',
        maxLength: 120,
      }),
      text('rights_url', {
        label: 'Rights page',
        hint: 'Starts with https://. Empty means your terms.',
      }),
    ],
  },
  EARNING_SETTINGS,
  {
    id: 'reports',
    title: 'Reports',
    intro: 'When a day starts and ends in reports.',
    fields: [
      text('reporting_time_zone', {
        label: 'Time zone of reports',
        hint: 'Use the zone most people here read reports in, like America/Chicago.',
      }),
    ],
  },
  BOOK_SETTINGS,
  {
    id: 'mail',
    title: 'Email',
    intro:
      'The text around the message of each email. An opening comes before the message; leave it empty for none. Spanish readers get a text in Spanish until you write your own.',
    fields: [
      text('mail_greeting', {
        label: 'Greeting',
        hint: '{first_name} becomes the reader’s first name.',
        maxLength: 80,
      }),
      text('mail_footer', {
        label: 'Footer',
        hint: 'Shown above your address.',
        maxLength: 200,
      }),
      lines('mail_signature', { label: 'Signature', maxLength: 200 }),
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
      lines('chat_hours', {
        label: 'Support hours',
        hint: 'Shown at the top of the chat.',
        maxLength: 160,
      }),
    ],
  },
  {
    id: 'faces',
    title: 'Faces',
    intro: 'Finds an athlete’s photos by face, with consent.',
    fields: [
      toggle('face_matching', {
        label: 'Find athletes by face',
        hint: 'When off, we don’t search for anyone or show matches. Customers can still delete what they added.',
        ask: (_before, after) =>
          after === false
            ? 'The search stops, and badges, filters and matches disappear for all customers. What they added stays, and the search resumes when you turn it on again.'
            : undefined,
      }),
      choice('guardian_verification', {
        label: 'Verification before photos of a face',
        hint: 'Customers are asked once, wherever email, texts or cards are live.',
        options: {
          either: 'A verified phone or a card payment',
          phone: 'A verified phone',
          card: 'A card payment',
        },
      }),
      count('face_search_albums_per_day', {
        label: 'Albums searched per customer and day',
        hint: 'We search the rest on the following days. New photos in an album don’t count. 1 to 1,000.',
        unit: 'albums',
      }),
    ],
  },
  {
    id: 'retention',
    title: 'Data retention',
    intro: 'Face data is deleted automatically when it is not used.',
    fields: [
      count('template_life_years', {
        label: 'Years without use',
        hint: 'After this time, the athlete’s reference photos and face templates are deleted. 1 to 10.',
        unit: 'years',
        ask: (before, after) =>
          Number(after) < Number(before)
            ? 'Face data not used for that long is deleted the next night. This cannot be undone.'
            : 'The consent text names the years. Customers who agreed to fewer are asked again before they add photos; until then, their data is kept only as long as they agreed to.',
      }),
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
