import type { Ref } from 'react';
import { TextField } from '#web/components/text-field.tsx';

type CodeFieldProps = {
  ref?: Ref<HTMLInputElement>;
  isRecovery?: boolean;
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
};

/** Six digits from the authenticator app, or a recovery code. */
export function CodeField({ ref, isRecovery = false, value, onChange, error }: CodeFieldProps) {
  return (
    <TextField
      ref={ref}
      label={isRecovery ? 'Recovery code' : 'Code'}
      hint={
        isRecovery
          ? 'One of the codes you saved when you set up two-step login. Each works once.'
          : 'Six digits from your authenticator app.'
      }
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      maxLength={isRecovery ? 16 : 8}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}
