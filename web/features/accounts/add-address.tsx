import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { emailAddressEndpoints, type SentCode } from '#contract/endpoints/email-addresses.ts';
import { email } from '#contract/primitives.ts';
import { Button } from '#web/components/button.tsx';
import { Form, FormButtons, TextField } from '#web/components/form.tsx';
import { Notice } from '#web/components/states.tsx';
import { Trans } from '#web/components/trans.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { keepUser } from '#web/lib/session.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { CODE_DIGITS, explainCode, MailedCodeField } from './code-field.tsx';

const firstAddress = z.strictObject({ email });

/** Accounts created by phone number have no email address yet. */
export function AddAddress() {
  const [sent, setSent] = useState<SentCode>();
  const form = useContractForm({ schema: firstAddress, defaultValues: { email: '' } });
  const add = useFormMutation(form, {
    send: (body) => callApi(emailAddressEndpoints.addEmail, { body }),
    onSuccess: setSent,
  });
  if (sent) return <NewAddressCode sent={sent} onDone={() => setSent(undefined)} />;
  return (
    <Form failure={add.failure} onSubmit={add.submit}>
      <TextField
        {...fieldProps(form, 'email')}
        label={i18n.t('Email')}
        type="email"
        autoComplete="email"
        hint={i18n.t('We’ll send your receipts and downloads here.')}
      />
      <Button type="submit" isBusy={add.isPending} className="justify-self-start">
        {i18n.t('Email me a code')}
      </Button>
    </Form>
  );
}

export function NewAddressCode({ sent, onDone }: { sent: SentCode; onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const check = useMutation({
    mutationFn: (code: string) => callApi(emailAddressEndpoints.checkNewEmail, { body: { code } }),
    onSuccess: (user) => {
      keepUser(user);
      onDone();
    },
    onError: () => setTyped(''),
  });
  const send = (code: string) => !check.isPending && check.mutate(code);
  return (
    <Form
      onSubmit={() => typed.length === CODE_DIGITS && send(typed)}
      className="grid gap-4 sm:max-w-[420px]"
    >
      <p role="status" className="text-15 text-ink-2">
        <Trans
          id="We emailed six digits to <b>{email}</b>. Enter them to switch to this address."
          values={{ email: sent.to }}
          components={{ b: <b className="wrap-anywhere text-ink" /> }}
        />
      </p>
      {sent.code && (
        <Notice tone="info">
          {i18n.t('Test mode: no email goes out. Your code is {code}.', { code: sent.code })}
        </Notice>
      )}
      <MailedCodeField
        value={typed}
        onChange={setTyped}
        onComplete={send}
        error={check.error ? explainCode(check.error) : undefined}
      />
      <FormButtons
        submitLabel={i18n.t('Use this address')}
        disabled={typed.length < CODE_DIGITS}
        isBusy={check.isPending}
        onCancel={onDone}
      />
    </Form>
  );
}
