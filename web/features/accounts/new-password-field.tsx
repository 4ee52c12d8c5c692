import type { ComponentProps } from 'react';
import { PasswordField } from '#web/components/password-field.tsx';
import { PasswordMeter } from './password-meter.tsx';

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'hint'> & { current: string };

export function NewPasswordField({ current, ...field }: NewPasswordFieldProps) {
  return <PasswordField {...field} autoComplete="new-password" hint={<PasswordMeter password={current} />} />;
}
