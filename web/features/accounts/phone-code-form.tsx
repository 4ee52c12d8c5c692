import { useMutation } from '@tanstack/react-query';
import type { CountryCode } from 'libphonenumber-js/min';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { Form, FormButtons, focusOnMount, TextField } from '#web/components/form.tsx';
import { Trans } from '#web/components/trans.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { ResendButton, ShownCode } from './code-field.tsx';

type PhoneCodeFormProps = {
  to: string;
  sentAt: number;
  /** The code that test mode would have sent. */
  shownCode: string | undefined;
  submitLabel: string;
  resend: () => Promise<unknown>;
  check: (token: string) => Promise<unknown>;
  onBack: () => void;
};

/** The page that uses the form passes in how a code is sent and checked. */
export function PhoneCodeForm(props: PhoneCodeFormProps) {
  const { to, sentAt, shownCode, submitLabel, onBack } = props;
  const [token, setToken] = useState('');
  const check = useMutation({ mutationFn: () => props.check(token) });
  const resend = useMutation({ mutationFn: props.resend });
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
        <ShownCode
          words={i18n.t('Test mode: no text goes out. Your code is')}
          code={shownCode}
          onUse={setToken}
        />
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
        <ResendButton kind="line" sentAt={sentAt} isBusy={resend.isPending} onClick={() => resend.mutate()} />
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
