import type { ComponentProps } from 'react';
import { CONTROL, Field, type FieldProps } from './field.tsx';

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
