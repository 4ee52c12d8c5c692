import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { CONTROL, Field, type FieldProps } from './text-field.tsx';

type SelectFieldProps = FieldProps & ComponentProps<'select'>;

export function SelectField({ label, hint, error, optional, children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <span className="relative grid">
          <select {...select} {...control} className={`${CONTROL} appearance-none truncate pr-11`}>
            {children}
          </select>
          <ChevronDown
            aria-hidden
            size={20}
            className="pointer-events-none absolute top-4 right-3.5 text-ink-2"
          />
        </span>
      )}
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  optional,
  ...textarea
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <textarea
          rows={2}
          {...textarea}
          {...control}
          className={`${CONTROL} h-auto! field-sizing-content min-h-[76px] py-3 leading-normal`}
        />
      )}
    </Field>
  );
}
