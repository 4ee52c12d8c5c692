import type { SiteSettings } from '#contract/endpoints/settings.ts';

export type SettingKey = keyof SiteSettings;

/** A percent is stored in hundredths, like dollars in cents, so both are typed and shown the same way. */
export type SettingKind = 'dollars' | 'percent' | 'count' | 'text' | 'lines' | 'switch' | 'choice';

export type SettingField = {
  key: SettingKey;
  label: string;
  hint?: string;
  kind: SettingKind;
  /** The history shows it after the number, such as "minutes". */
  unit?: string;
  maxLength?: number;
  /** The options of a choice, with their labels. */
  options?: Readonly<Record<string, string>>;
  /** Warns before the change is saved; undefined if no warning is needed. */
  ask?: (before: number | string | boolean, after: number | string | boolean) => string | undefined;
};

export type SettingGroup = { id: string; title: string; intro: string; fields: SettingField[] };

const fieldOf =
  (kind: SettingKind) =>
  (key: SettingKey, field: Omit<SettingField, 'key' | 'kind'>): SettingField => ({ key, kind, ...field });

export const choice = fieldOf('choice');
export const count = fieldOf('count');
export const dollars = fieldOf('dollars');
export const lines = fieldOf('lines');
export const percent = fieldOf('percent');
export const text = fieldOf('text');
export const toggle = fieldOf('switch');

/** Asks before every change, or only before a lower number. */
export const always = (sentence: string) => () => sentence;
export const whenLower = (sentence: string) => (before: unknown, after: unknown) =>
  Number(after) < Number(before) ? sentence : undefined;
