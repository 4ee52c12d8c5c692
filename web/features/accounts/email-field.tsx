import type { ComponentProps } from 'react';
import { TextField } from '#web/components/text-field.tsx';

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'inputMode'>;

export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      autoComplete="email"
      {...props}
      label="E-mail"
      type="email"
      inputMode="email"
      autoCapitalize="none"
    />
  );
}
