import type { Control } from 'react-hook-form';
import type { z } from 'zod';
import type { SiteSettings, settingsChange } from '#contract/endpoints/settings.ts';
import { parseDollars, toDollars } from '#web/lib/dollars.ts';
import { SETTING_GROUPS, type SettingKey, type SettingKind } from './setting-groups.ts';

type SettingValue = string | boolean;
export type SettingValues = Record<SettingKey, SettingValue>;
export type SettingControl = Control<SettingValues, unknown, z.output<typeof settingsChange>>;
export type SettingChanges = { [Key in SettingKey]?: SiteSettings[Key] | undefined };

const FIELDS = SETTING_GROUPS.flatMap(({ fields }) => fields);
const fieldOf = (key: string) => FIELDS.find((field) => field.key === key);
const isMoney = (kind: SettingKind | undefined) => kind === 'dollars' || kind === 'percent';

/** Drops the unit, because the values in a history have theirs. */
export const labelOf = (key: string) =>
  fieldOf(key)?.label.replace(/, in (dollars|percent|months|days)$/, '') ?? key;

export function settingWords(key: string, stored: string): string {
  const field = fieldOf(key);
  if (stored === '') return 'nothing';
  if (field?.kind === 'choice') return field.options?.[stored] ?? stored;
  if (field?.kind === 'switch') return stored === 'true' ? 'on' : 'off';
  if (field?.kind === 'dollars') return `$${toDollars(Number(stored))}`;
  if (field?.kind === 'percent') return `${toDollars(Number(stored))}%`;
  if (field?.unit === '%') return `${stored}%`;
  if (field?.unit) return `${stored} ${field.unit}`;
  if (field?.kind === 'count') return stored;
  return field ? `“${stored}”` : stored;
}

export function toSettingValues(settings: SiteSettings): SettingValues {
  return Object.fromEntries(
    FIELDS.map(({ key, kind }) => [key, showSetting(kind, settings[key])]),
  ) as SettingValues;
}

function showSetting(kind: SettingKind, value: string | number | boolean): SettingValue {
  if (typeof value === 'boolean') return value;
  return isMoney(kind) ? toDollars(Number(value)) : String(value);
}

/** Values that cannot be parsed are passed on unchanged, so that the contract's schema reports them. */
export function toSettingsBody(values: SettingValues): Record<string, unknown> {
  return Object.fromEntries(FIELDS.map(({ key, kind }) => [key, readSetting(kind, values[key])]));
}

function readSetting(kind: SettingKind, typed: SettingValue): unknown {
  if (typeof typed === 'boolean') return typed;
  if (kind === 'count') return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed;
  if (isMoney(kind)) return parseDollars(typed.replace('%', '')) ?? typed;
  return typed;
}

/** Only changed settings are sent, so that a colleague's change of another one is not overwritten. */
export function changesOf(before: SiteSettings, after: SettingChanges): SettingChanges {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => value !== undefined && value !== before[key as SettingKey],
    ),
  );
}

export function askedChanges(before: SiteSettings, changes: SettingChanges): string[] {
  return FIELDS.flatMap(({ key, ask }) => {
    const after = changes[key];
    const sentence = after === undefined ? undefined : ask?.(before[key], after);
    if (after === undefined || sentence === undefined) return [];
    const words = [before[key], after].map((value) => settingWords(key, String(value)));
    return [`${labelOf(key)}: ${words[0]} becomes ${words[1]}. ${sentence}`];
  });
}
