import { useId } from 'react';
import { type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { SelectField } from '#web/components/select-field.tsx';
import { Switch } from '#web/components/switch.tsx';
import { TextAreaField } from '#web/components/text-area-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import type { SettingControl } from './setting-fields.ts';
import type { SettingField } from './setting-groups.ts';

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
      {...(kind !== 'text' && { inputMode: kind === 'count' ? 'numeric' : 'decimal' })}
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
