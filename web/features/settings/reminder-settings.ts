import type { SettingGroup } from './setting-types.ts';

export const REMINDER_SETTINGS: SettingGroup = {
  id: 'reminders',
  title: 'Reminders',
  intro:
    'E-mails about photos that a customer can still buy. Each customer gets them once per event and can turn them off.',
  fields: [
    {
      key: 'reminder_mails',
      label: 'Remind of favorites and carts',
      hint: 'Sent 48 hours after the last change, if the photos were not bought.',
      kind: 'switch',
    },
    {
      key: 'last_days_mails',
      label: 'Tell customers before an event is archived',
      hint: 'Only for events with a last day of sale, to customers who found albums and bought nothing.',
      kind: 'switch',
    },
    {
      key: 'last_days_before',
      label: 'Days before the last day of sale',
      kind: 'count',
      unit: 'days',
    },
  ],
};
