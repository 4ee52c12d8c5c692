import type { ComponentProps } from 'react';
import { CONTROL, Field, type FieldProps } from './field.tsx';

export function TextField({ label, hint, error, optional, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <input {...input} {...control} className={CONTROL} />}
    </Field>
  );
}
