import type { ComponentProps, Ref } from 'react';
import { Button } from '#web/components/button.tsx';
import { focusOnMount, TextField } from '#web/components/form.tsx';
import { Notice } from '#web/components/states.tsx';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { useSecondsLeft } from '#web/lib/clock.ts';
import { i18n } from '#web/lib/i18n.ts';

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
      label={isRecovery ? i18n.t('Recovery code') : i18n.t('Code')}
      hint={
        isRecovery
          ? i18n.t('One of the codes you saved when you set up two-step login. Each one works once.')
          : i18n.t('Six digits from your authenticator app.')
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
      label={i18n.t('Code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      value={value}
      onChange={(event) => enter(event.target.value)}
      error={error}
    />
  );
}

export const CODE_DIGITS = 6;
const RESEND_AFTER_MS = 30_000;

type ResendButtonProps = ComponentProps<typeof Button> & { sentAt: number };

/** Counts down until another code may be sent. */
export function ResendButton({ sentAt, disabled, className = '', ...button }: ResendButtonProps) {
  const secondsLeft = useSecondsLeft(sentAt + RESEND_AFTER_MS);
  return (
    <Button {...button} disabled={disabled || secondsLeft > 0} className={`tabular-nums ${className}`}>
      {secondsLeft > 0 ? i18n.t('Send again in {secondsLeft} s', { secondsLeft }) : i18n.t('Send again')}
    </Button>
  );
}

type ShownCodeProps = { words: string; code: string; onUse: (code: string) => void };

/** The code that test mode would have sent. */
export function ShownCode({ words, code, onUse }: ShownCodeProps) {
  return (
    <Notice tone="info">
      {words}{' '}
      <button
        type="button"
        className="font-bold text-ink tabular-nums underline underline-offset-3"
        onClick={() => onUse(code)}
      >
        {code}
      </button>
    </Notice>
  );
}

/** People paste codes with spaces and words around them. */
function onlyDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_DIGITS);
}

export function explainCode(error: unknown): string {
  if (!isApiError(error, 'code_invalid')) return messageOf(error);
  const left = Array.isArray(error.details) ? undefined : error.details?.tries_left;
  if (typeof left !== 'number' || left === 0) return i18n.t('This code no longer works. Get a new one.');
  return i18n.t('That’s not the right code. You have {count, plural, one {# try} other {# tries}} left.', {
    count: left,
  });
}
