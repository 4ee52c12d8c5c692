import { count, dollars, type SettingGroup, toggle, whenLower } from './setting-fields.ts';

export const LIMIT_SETTINGS: SettingGroup = {
  id: 'limits',
  title: 'Limits',
  intro: 'How much customers can preview and download. A higher limit applies immediately.',
  fields: [
    count('view_limit', {
      label: 'Previews per album',
      hint: 'For each customer.',
      unit: 'previews',
      ask: whenLower('Customers who have used that many can no longer preview the album.'),
    }),
    count('view_limit_with_images', {
      label: 'Previews after buying a photo',
      unit: 'previews',
      ask: whenLower('Customers who have used that many can no longer preview the album.'),
    }),
    count('few_photos_warning', {
      label: 'Warn before an album with few photos is sold',
      hint: 'Staff confirm before they publish an album with fewer photos than this at the full price. 0 turns the warning off.',
      unit: 'photos',
    }),
    count('leak_tracing_months', {
      label: 'Trace leaked previews, in months',
      hint: 'How long a leaked preview can be traced to the account it was shown to. After that, the record of who saw what is deleted.',
      unit: 'months',
    }),
    count('photo_undo_days', {
      label: 'Undo actions on photos, in days',
      hint: 'Rejected, moved and turned photos can be brought back with one tap for this long.',
      unit: 'days',
    }),
    count('open_programs_limit', {
      label: 'Programs per person in 30 days',
      hint: 'How many programs a person can open albums of. Albums that were bought, or shared by someone who bought them, do not count.',
      unit: 'programs',
      ask: whenLower('Customers who have opened that many can’t open another program for now.'),
    }),
    count('unusual_programs', {
      label: 'Unusual: programs opened without buying, in 30 days',
      hint: 'Accounts past this are listed under Unusual activity.',
      unit: 'programs',
    }),
    count('unusual_albums_per_day', {
      label: 'Unusual: albums opened in a day',
      hint: 'Accounts past this are listed under Unusual activity.',
      unit: 'albums',
    }),
    count('unusual_previews_per_day', {
      label: 'Unusual: photos seen in a day',
      hint: 'Accounts past this are listed under Unusual activity.',
      unit: 'photos',
    }),
    count('open_albums_limit', {
      label: 'Albums per person in a day',
      hint: 'Albums that were bought, or shared by someone who bought them, do not count.',
      unit: 'albums',
      ask: whenLower('Customers who have opened that many can’t open another album for now.'),
    }),
    count('new_account_quota_percent', {
      label: 'Limits for new accounts, in percent',
      hint: 'Applies to the third and later person on one network in a day, and to email providers nobody has bought with. Buying or following the team lifts it. 100 turns it off.',
      unit: '%',
    }),
    count('new_account_days', {
      label: 'Days until an account gets full limits',
      hint: 'How long an account counts as new.',
      unit: 'days',
    }),
    count('new_accounts_per_network', {
      label: 'People per network and day who get full limits',
      hint: 'Everyone at a venue shares one network. New people there start with lower limits, but never at zero.',
      unit: 'people',
    }),
    count('download_limit', {
      label: 'Downloads per purchase',
      hint: 'Staff can reset the count.',
      unit: 'downloads',
      ask: whenLower('Customers who have used that many can no longer download what they bought.'),
    }),
    dollars('refund_second_person_cents', {
      label: 'Refunds without approval, up to, in dollars',
      hint: 'In 7 days, per member of staff, customer and order. Above that, a colleague has to approve.',
    }),
  ],
};

export const REMINDER_SETTINGS: SettingGroup = {
  id: 'reminders',
  title: 'Reminders',
  intro:
    'Emails about photos that a customer can still buy. Each customer gets them once per event and can turn them off.',
  fields: [
    toggle('reminder_mails', {
      label: 'Remind customers about favorites and carts',
      hint: 'Sent 48 hours after the last change, if the photos were not bought.',
    }),
    toggle('last_days_mails', {
      label: 'Tell customers before an event is archived',
      hint: 'Only for events with a last day of sale, to customers who found albums and bought nothing.',
    }),
    count('last_days_before', {
      label: 'Days before the last day of sale',
      unit: 'days',
    }),
  ],
};
