import { useId } from 'react';
import { type Control, type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { SiteSettings, settingsChange } from '#contract/endpoints/settings.ts';
import { SelectField, TextAreaField, TextField } from '#web/components/form.tsx';
import { Switch } from '#web/components/switch.tsx';
import { parseDollars, toDollars } from '#web/lib/formats.ts';
import type { SettingField, SettingKey, SettingKind } from './setting-fields.ts';
import { SETTING_GROUPS } from './setting-groups.ts';

type SettingInputProps = {
  field: SettingField;
  error: string | undefined;
  control: SettingControl;
  registration: UseFormRegisterReturn;
};

export function SettingInput({ field, error, control, registration }: SettingInputProps) {
  const { label, hint, kind } = field;
  if (kind === 'switch') return <SettingSwitch field={field} registration={registration} />;
  if (kind === 'choice') {
    return (
      <SelectField {...registration} label={label} hint={hint} error={error}>
        {Object.entries(field.options ?? {}).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
    );
  }
  if (kind === 'lines') {
    const counted = <TextLength control={control} field={field} />;
    return (
      <TextAreaField
        {...registration}
        label={label}
        error={error}
        hint={
          <>
            {hint} {counted}
          </>
        }
      />
    );
  }
  return (
    <TextField
      {...registration}
      label={label}
      hint={hint}
      error={error}
      autoComplete="off"
      {...(kind === 'count' && { inputMode: 'numeric' })}
      {...(kind === 'dollars' && { unit: '$' })}
      {...(kind === 'percent' && { unit: '%' })}
    />
  );
}

function TextLength({
  control,
  field: { key, maxLength },
}: {
  control: SettingControl;
  field: SettingField;
}) {
  const length = String(useWatch({ control, name: key })).trim().length;
  return (
    <span className="tabular-nums">
      {length === 0 ? `Up to ${maxLength} characters.` : `${length} of ${maxLength} characters.`}
    </span>
  );
}

function SettingSwitch({
  field: { label, hint },
  registration,
}: Pick<SettingInputProps, 'field' | 'registration'>) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4 sm:col-span-2">
      <div className="grid gap-0.5 pt-2.5">
        <label htmlFor={id} className="text-15 font-[650]">
          {label}
        </label>
        <p id={`${id}-hint`} className="max-w-[60ch] text-14 text-ink-2">
          {hint}
        </p>
      </div>
      <Switch {...registration} id={id} aria-describedby={`${id}-hint`} />
    </div>
  );
}

type SettingValue = string | boolean;
type SettingValues = Record<SettingKey, SettingValue>;
export type SettingControl = Control<SettingValues, unknown, z.output<typeof settingsChange>>;
export type SettingChanges = { [Key in SettingKey]?: SiteSettings[Key] | undefined };

const FIELDS = SETTING_GROUPS.flatMap(({ fields }) => fields);
const fieldOf = (key: string) => FIELDS.find((field) => field.key === key);
const isMoney = (kind: SettingKind | undefined) => kind === 'dollars' || kind === 'percent';

/** Drops the unit, because the values in a history have theirs. */
export const labelOf = (key: string) =>
  fieldOf(key)?.label.replace(/, in (dollars|percent|months|days)$/, '') ?? key;

export function settingMessage(key: string, stored: string): string {
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
    const words = [before[key], after].map((value) => settingMessage(key, String(value)));
    return [`${labelOf(key)}: ${words[0]} becomes ${words[1]}. ${sentence}`];
  });
}
