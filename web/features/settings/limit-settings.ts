import type { SettingGroup } from './reminder-settings.ts';

export const whenLower = (sentence: string) => (before: unknown, after: unknown) =>
  Number(after) < Number(before) ? sentence : undefined;

export const LIMIT_SETTINGS: SettingGroup = {
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
      ask: whenLower('Customers who have opened that many can open no further program for now.'),
    },
    {
      key: 'open_albums_limit',
      label: 'Albums per person in a day',
      hint: 'Albums that were bought, or shared by someone who bought them, do not count.',
      kind: 'count',
      unit: 'albums',
      ask: whenLower('Customers who have opened that many can open no further album for now.'),
    },
    {
      key: 'new_account_quota_percent',
      label: 'New accounts start with, in percent of both limits',
      hint: 'Applies to the third and later person on one network in a day, and to email providers nobody has bought with. Buying or following the team lifts it. 100 turns it off.',
      kind: 'count',
      unit: '%',
    },
    {
      key: 'new_account_days',
      label: 'Full limits after, in days',
      hint: 'How long an account counts as new.',
      kind: 'count',
      unit: 'days',
    },
    {
      key: 'new_accounts_per_network',
      label: 'People per network and day before the next ones count as new',
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
      label: 'Refunds without a second person up to, in dollars',
      hint: 'In 7 days, for each member of staff, each customer and each order. A colleague approves more.',
      kind: 'dollars',
    },
  ],
};
