import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { TextField } from '#web/components/text-field.tsx';
import { CODE_DIGITS, onlyDigits } from './mailed-code.ts';

type MailedCodeFieldProps = {
  value: string;
  onChange: (digits: string) => void;
  /** Called as soon as all digits are there. */
  onComplete: (digits: string) => void;
  error: string | undefined;
};

export function MailedCodeField({ value, onChange, onComplete, error }: MailedCodeFieldProps) {
  const enter = (text: string) => {
    const digits = onlyDigits(text);
    onChange(digits);
    if (digits.length === CODE_DIGITS) onComplete(digits);
  };
  return (
    <TextField
      ref={focusOnMount}
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      value={value}
      onChange={(event) => enter(event.target.value)}
      error={error}
    />
  );
}
