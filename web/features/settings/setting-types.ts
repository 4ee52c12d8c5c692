import type { SiteSettings } from '#contract/endpoints/settings.ts';

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
