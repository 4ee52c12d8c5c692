import { useState } from 'react';
import { z } from 'zod';
import { emailAddressEndpoints, type SentCode } from '#contract/endpoints/email-addresses.ts';
import { email } from '#contract/primitives.ts';
import { Button } from '#web/components/button.tsx';
import { Form, FormButtons, TextField } from '#web/components/form.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { keepUser } from '#web/lib/session.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { MailedCodeForm, useMailedCode } from './code-field.tsx';

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
  const code = useMailedCode(async (typed) => {
    keepUser(await callApi(emailAddressEndpoints.checkNewEmail, { body: { code: typed } }));
    onDone();
  });
  return (
    <MailedCodeForm
      code={code}
      sentence={/*i18n*/ 'We emailed six digits to <b>{email}</b>. Enter them to switch to this address.'}
      email={sent.to}
      shownCode={sent.code}
      className="grid gap-4 sm:max-w-[420px]"
    >
      <FormButtons
        submitLabel={i18n.t('Use this address')}
        disabled={!code.isComplete}
        isBusy={code.isPending}
        onCancel={onDone}
      />
    </MailedCodeForm>
  );
}
