import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, type Ref, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { Form, focusOnMount, TextField } from '#web/components/form.tsx';
import { Notice } from '#web/components/states.tsx';
import { Trans } from '#web/components/trans.tsx';
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

/** The state of a form for a mailed code, which is sent as soon as it is complete and cleared if it is wrong. */
export function useMailedCode(check: (code: string) => Promise<unknown>, onError?: (error: unknown) => void) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: check,
    onError: (failure) => {
      setTyped('');
      onError?.(failure);
    },
  });
  const enter = (text: string) => {
    const digits = onlyDigits(text);
    setTyped(digits);
    if (digits.length === CODE_DIGITS && !isPending) mutate(digits);
  };
  const clear = () => {
    setTyped('');
    reset();
  };
  return { typed, enter, clear, isComplete: typed.length === CODE_DIGITS, isPending, error };
}

type MailedCodeFormProps = {
  id?: string;
  code: ReturnType<typeof useMailedCode>;
  /** Says that the code was mailed to `<b>{email}</b>`. */
  sentence: string;
  email: string;
  /** The code that test mode would have sent. */
  shownCode?: string | undefined;
  problem?: unknown;
  className?: string;
  /** The buttons below the field. */
  children: ReactNode;
};

export function MailedCodeForm(props: MailedCodeFormProps) {
  const { id, code, sentence, email, shownCode, problem = code.error, className, children } = props;
  return (
    <Form id={id} onSubmit={() => code.enter(code.typed)} className={className}>
      <p role="status" className="text-15 text-ink-2">
        <Trans
          id={sentence}
          values={{ email }}
          components={{ b: <b className="wrap-anywhere text-ink" /> }}
        />
      </p>
      {shownCode && (
        <ShownCode
          words={i18n.t('Test mode: no email goes out. Your code is')}
          code={shownCode}
          onUse={code.enter}
        />
      )}
      <MailedCodeField code={code} problem={problem} />
      {children}
    </Form>
  );
}

export function MailedCodeField({ code, problem }: Pick<MailedCodeFormProps, 'code' | 'problem'>) {
  return (
    <TextField
      ref={focusOnMount}
      label={i18n.t('Code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      value={code.typed}
      onChange={(event) => code.enter(event.target.value)}
      error={problem ? explainCode(problem) : undefined}
    />
  );
}

const CODE_DIGITS = 6;
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

function explainCode(error: unknown): string {
  if (!isApiError(error, 'code_invalid')) return messageOf(error);
  const left = Array.isArray(error.details) ? undefined : error.details?.tries_left;
  if (typeof left !== 'number' || left === 0) return i18n.t('This code no longer works. Get a new one.');
  return i18n.t('That’s not the right code. You have {count, plural, one {# try} other {# tries}} left.', {
    count: left,
  });
}
