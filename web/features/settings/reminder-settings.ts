import type { SiteSettings } from '#contract/endpoints/settings.ts';

export const REMINDER_SETTINGS: SettingGroup = {
  id: 'reminders',
  title: 'Reminders',
  intro:
    'Emails about photos that a customer can still buy. Each customer gets them once per event and can turn them off.',
  fields: [
    {
      key: 'reminder_mails',
      label: 'Remind customers about favorites and carts',
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

export type SettingKey = keyof SiteSettings;

/** A percent is stored in hundredths, like dollars in cents, so both are typed and shown the same way. */
export type SettingKind = 'dollars' | 'percent' | 'count' | 'text' | 'lines' | 'switch' | 'choice';

export type SettingField = {
  key: SettingKey;
  label: string;
  hint?: string;
  kind: SettingKind;
  /** Follows the number in the history. */
  unit?: string;
  maxLength?: number;
  /** What a choice offers, with its words. */
  options?: Readonly<Record<string, string>>;
  /** Warns before the change is saved; undefined if no warning is needed. */
  ask?: (before: number | string | boolean, after: number | string | boolean) => string | undefined;
};

export type SettingGroup = { id: string; title: string; intro: string; fields: SettingField[] };
