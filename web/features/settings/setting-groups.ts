// What the form shows of each setting: where it stands, how it is typed, and what a change of it means.

import type { SiteSettings } from '#contract/endpoints/settings.ts';

export type SettingKey = keyof SiteSettings;

/** Percents of money are kept as hundredths of a percent: the same digits as dollars and cents. */
export type SettingKind = 'dollars' | 'percent' | 'count' | 'text' | 'lines' | 'switch';

export type SettingField = {
  key: SettingKey;
  label: string;
  hint?: string;
  kind: SettingKind;
  /** Said behind a count in the record of changes. */
  unit?: string;
  maxLength?: number;
  /** What is asked before the change is saved; undefined where it hurts nobody. */
  ask?: (before: number | string | boolean, after: number | string | boolean) => string | undefined;
};

export type SettingGroup = { id: string; title: string; intro: string; fields: SettingField[] };

const always = (sentence: string) => () => sentence;
const whenLower = (sentence: string) => (before: unknown, after: unknown) =>
  Number(after) < Number(before) ? sentence : undefined;

const opening = (kind: string, label: string): SettingField => ({
  key: `mail_opening_${kind}` as SettingKey,
  label,
  kind: 'lines',
  maxLength: 300,
});

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'site',
    title: 'Site',
    intro: 'How the site is called: on its pages, in mails, in text messages and on receipts.',
    fields: [
      {
        key: 'site_name',
        label: 'Site name',
        hint: 'The mark in the header shows it in small letters. Consents that were given keep the name they were given to.',
        kind: 'text',
        maxLength: 40,
      },
    ],
  },
  {
    id: 'prices',
    title: 'Prices and tax',
    intro: 'Hold for orders made from now on; open orders keep what they say.',
    fields: [
      {
        key: 'image_price',
        label: 'Price of one photo, in dollars',
        hint: 'Where an event’s own pricing says nothing.',
        kind: 'dollars',
        ask: always('New orders cost that at once; open orders keep their price.'),
      },
      {
        key: 'tax_rate_basis_points',
        label: 'Tax rate, in percent',
        hint: 'On top of what is paid; 0 is off.',
        kind: 'percent',
        ask: always('It is added to every order made from now on.'),
      },
      {
        key: 'tax_name',
        label: 'Name of the tax',
        hint: 'As it stands on receipts.',
        kind: 'text',
        maxLength: 40,
      },
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    intro: 'How often an album may be previewed and downloaded. Raising one gives more at once.',
    fields: [
      {
        key: 'view_limit',
        label: 'Previews of an album',
        hint: 'By each customer.',
        kind: 'count',
        unit: 'previews',
        ask: whenLower('Customers who have used that many can no longer preview the album.'),
      },
      {
        key: 'view_limit_with_images',
        label: 'Previews after buying a photo of it',
        kind: 'count',
        unit: 'previews',
        ask: whenLower('Customers who have used that many can no longer preview the album.'),
      },
      {
        key: 'download_limit',
        label: 'Downloads of a purchase',
        hint: 'Staff can reset a purchase.',
        kind: 'count',
        unit: 'downloads',
        ask: whenLower('Customers who have used that many can no longer download what they bought.'),
      },
    ],
  },
  {
    id: 'watermark',
    title: 'Watermark',
    intro:
      'Over every preview that is not bought. New photos carry it at once, older ones when you ask for it.',
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
    intro: 'What they earn of what the photos bring in, after refunds.',
    fields: [
      {
        key: 'commission_rate_basis_points',
        label: 'Photographers’ commission, in percent',
        hint: 'Statements of all times follow it.',
        kind: 'percent',
        ask: always('Statements of all times follow it.'),
      },
      {
        key: 'producer_share_basis_points',
        label: 'Producers’ share, in percent',
        hint: 'Where an event names no share of its own.',
        kind: 'percent',
        ask: always('It holds for every event that names no share of its own, past ones too.'),
      },
    ],
  },
  {
    id: 'mail',
    title: 'Mail',
    intro: 'The words around what a mail has to say. Openings stand before the news; empty is none.',
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
        label: 'Below every mail',
        hint: 'After the name of the site.',
        kind: 'text',
        maxLength: 200,
      },
      { key: 'mail_signature', label: 'Signature', kind: 'lines', maxLength: 200 },
      opening('album_published', 'Opening: new albums'),
      opening('athlete_found', 'Opening: athlete found'),
      opening('pool', 'Opening: shared orders'),
      opening('zip_ready', 'Opening: download ready'),
      opening('report_handled', 'Opening: report handled'),
      opening('receipt', 'Opening: receipt'),
    ],
  },
  {
    id: 'help',
    title: 'Help',
    intro: 'What people read before they write to you.',
    fields: [
      {
        key: 'chat_hours',
        label: 'When you answer',
        hint: 'At the top of the chat.',
        kind: 'lines',
        maxLength: 160,
      },
    ],
  },
  {
    id: 'faces',
    title: 'Faces',
    intro: 'Customers can have their athlete found by face, with their consent.',
    fields: [
      {
        key: 'face_matching',
        label: 'Find athletes by face',
        hint: 'Off, nobody is looked for and nothing found is shown. What customers added stays theirs to delete.',
        kind: 'switch',
        ask: (_before, after) =>
          after === false
            ? 'Nobody is looked for any more, and badges, filters and matches disappear for every customer. What they added stays, and the search goes on when you switch it on again.'
            : undefined,
      },
    ],
  },
  {
    id: 'retention',
    title: 'Data retention',
    intro: 'What is kept of a face ends by itself when nobody uses it.',
    fields: [
      {
        key: 'template_life_years',
        label: 'Years without use',
        hint: 'Then reference photos and templates of an athlete are destroyed. 1 to 10.',
        kind: 'count',
        unit: 'years',
        ask: (before, after) =>
          Number(after) < Number(before)
            ? 'What was not used for that long is destroyed the next night, and cannot be brought back.'
            : 'The consent text names the years: who agreed to less is asked again before adding photos, and until then nothing of theirs is kept longer than they agreed to.',
      },
    ],
  },
];

/** What stands below the form, in the same menu. */
export const OTHER_SECTIONS = [
  { id: 'coupons', title: 'Coupons' },
  { id: 'notifications', title: 'Notification defaults' },
  { id: 'roles', title: 'Users and roles' },
  { id: 'history', title: 'History' },
] as const;
