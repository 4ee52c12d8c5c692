import { useMutation } from '@tanstack/react-query';
import type { CountryCode } from 'libphonenumber-js/min';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { Form, FormButtons, focusOnMount, TextField } from '#web/components/form.tsx';
import { Notice } from '#web/components/states.tsx';
import { Trans } from '#web/components/trans.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useSecondsLeft } from '#web/lib/use-seconds-left.ts';

const RESEND_AFTER_MS = 30_000;

type PhoneCodeFormProps = {
  to: string;
  sentAt: number;
  /** The code that test mode would have sent. */
  shownCode: string | undefined;
  submitLabel: string;
  send: () => Promise<{ code?: string | undefined }>;
  check: (token: string) => Promise<unknown>;
  onResent: (code: string | undefined) => void;
  onVerified: () => void;
  onBack: () => void;
};

/** The page that uses the form passes in how a code is sent and checked. */
export function PhoneCodeForm(props: PhoneCodeFormProps) {
  const { to, sentAt, shownCode, submitLabel, onResent, onVerified, onBack } = props;
  const [token, setToken] = useState('');
  const secondsLeft = useSecondsLeft(sentAt + RESEND_AFTER_MS);
  const check = useMutation({ mutationFn: () => props.check(token), onSuccess: onVerified });
  const resend = useMutation({
    mutationFn: props.send,
    onSuccess: ({ code }) => onResent(code),
  });
  const failure = check.error ?? resend.error;
  return (
    <Form onSubmit={() => check.isPending || check.mutate()} className="grid gap-4 sm:max-w-[520px]">
      <p role="status" className="text-15 text-ink-2">
        <Trans
          id="We texted a code to <b>{phoneNumber}</b>."
          values={{ phoneNumber: to }}
          components={{ b: <b className="text-ink tabular-nums" /> }}
        />
      </p>
      {shownCode && (
        <Notice tone="info">
          {i18n.t('Test mode: no text goes out. Your code is')}{' '}
          <button
            type="button"
            className="font-bold text-ink tabular-nums underline underline-offset-3"
            onClick={() => setToken(shownCode)}
          >
            {shownCode}
          </button>
        </Notice>
      )}
      <TextField
        ref={focusOnMount}
        label={i18n.t('Code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={token}
        onChange={(event) => setToken(event.target.value.replace(/\D/g, ''))}
        error={failure ? messageOf(failure) : undefined}
      />
      <FormButtons submitLabel={submitLabel} disabled={token.length < 4} isBusy={check.isPending}>
        <Button
          kind="line"
          disabled={secondsLeft > 0}
          isBusy={resend.isPending}
          onClick={() => resend.mutate()}
          className="tabular-nums"
        >
          {secondsLeft > 0 ? i18n.t('Send again in {secondsLeft} s', { secondsLeft }) : i18n.t('Send again')}
        </Button>
        <Button kind="ghost" onClick={onBack}>
          {i18n.t('Use another number')}
        </Button>
      </FormButtons>
    </Form>
  );
}

/** The phone number rules are large, so they load when first needed. */
export async function parsePhone(text: string, country: string): Promise<string | undefined> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const home: CountryCode = isSupportedCountry(country) ? country : 'US';
  const parsed = parsePhoneNumberFromString(text, home);
  return parsed?.isPossible() ? parsed.number : undefined;
}
