// What the form shows of each setting: where it stands, how it is typed, and whether a change is asked about.

import type { SiteSettings } from '#contract/endpoints/settings.ts';
import { parseDollars, toDollars } from '#web/lib/dollars.ts';

export type SettingKey = keyof SiteSettings;
export type SettingValues = Record<SettingKey, string>;

/** Percents are kept as hundredths of a percent: the same digits as dollars and cents. */
type Kind = 'dollars' | 'percent' | 'count' | 'text';

export type SettingField = { key: SettingKey; label: string; hint?: string; kind: Kind; isAsked?: boolean };

export const SETTING_GROUPS: { title: string; intro: string; fields: SettingField[] }[] = [
  {
    title: 'Prices and tax',
    intro: 'Hold for orders made from now on; open orders keep what they say.',
    fields: [
      {
        key: 'image_price',
        label: 'Price of one photo, in dollars',
        hint: "Where an event's own pricing says nothing.",
        kind: 'dollars',
        isAsked: true,
      },
      {
        key: 'tax_rate_basis_points',
        label: 'Tax rate, in percent',
        hint: 'On top of what is paid; 0 is off.',
        kind: 'percent',
        isAsked: true,
      },
      { key: 'tax_name', label: 'Name of the tax', hint: 'As it stands on receipts.', kind: 'text' },
    ],
  },
  {
    title: 'Photographers',
    intro: 'What they earn of what their photos bring in; statements of all times follow it.',
    fields: [
      {
        key: 'commission_rate_basis_points',
        label: 'Commission, in percent',
        kind: 'percent',
        isAsked: true,
      },
    ],
  },
];

const FIELDS = SETTING_GROUPS.flatMap(({ fields }) => fields);
const fieldOf = (key: string) => FIELDS.find((field) => field.key === key);

export const labelOf = (key: string) => fieldOf(key)?.label ?? key;

export function toSettingText(kind: Kind, value: string | number | boolean): string {
  if (kind === 'text' || kind === 'count') return String(value);
  return toDollars(Number(value));
}

/** As stored in the record of changes. */
export function settingWords(key: string, stored: string): string {
  const kind = fieldOf(key)?.kind;
  if (stored === '' || kind === undefined || kind === 'text' || kind === 'count') return stored;
  return kind === 'dollars' ? `$${toDollars(Number(stored))}` : `${toDollars(Number(stored))} %`;
}

export function toSettingValues(settings: SiteSettings): SettingValues {
  return Object.fromEntries(
    FIELDS.map(({ key, kind }) => [key, toSettingText(kind, settings[key])]),
  ) as SettingValues;
}

/** What makes no sense goes as it is: the contract's schema says what is wrong with it. */
export function toSettingsBody(values: SettingValues): Record<string, unknown> {
  return Object.fromEntries(FIELDS.map(({ key, kind }) => [key, readSetting(kind, values[key])]));
}

function readSetting(kind: Kind, typed: string): unknown {
  if (kind === 'text') return typed;
  if (kind === 'count') return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed;
  return parseDollars(typed.replace('%', '')) ?? typed;
}

/** The labels of those among the changed settings that are asked about before they are saved. */
export function askedChanges(before: SiteSettings, after: Partial<Record<SettingKey, unknown>>): string[] {
  return FIELDS.filter(
    ({ key, isAsked }) => isAsked && after[key] !== undefined && after[key] !== before[key],
  ).map(
    ({ key, label }) =>
      `${label}: ${settingWords(key, String(before[key]))} becomes ${settingWords(key, String(after[key]))}`,
  );
}
