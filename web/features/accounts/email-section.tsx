import { useState } from 'react';
import { emailAddressEndpoints, emailChange, type SentCode } from '#contract/endpoints/email-addresses.ts';
import { Button } from '#web/components/button.tsx';
import { Form, FormButtons, PasswordField, TextField } from '#web/components/form.tsx';
import { Notice } from '#web/components/states.tsx';
import { askForVerification, callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useUser } from '#web/lib/session.ts';
import { fieldProps, showFieldError, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { AddAddress, NewAddressCode } from './add-address.tsx';

type Step = { name: 'shown' } | { name: 'asking' } | { name: 'code'; sent: SentCode };

export function EmailSection() {
  const user = useUser();
  const [step, setStep] = useState<Step>({ name: 'shown' });
  const rest = () => setStep({ name: 'shown' });
  if (user.email === '') return <AddAddress />;
  if (step.name === 'asking') {
    return <NewAddressForm onSent={(sent) => setStep({ name: 'code', sent })} onCancel={rest} />;
  }
  if (step.name === 'code') return <NewAddressCode sent={step.sent} onDone={rest} />;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 text-18 font-bold wrap-anywhere">{user.email}</p>
      <div className="flex gap-2 sm:ml-auto">
        {!user.email_verified && (
          <Button onClick={() => void askForVerification()}>{i18n.t('Confirm')}</Button>
        )}
        <Button kind="line" onClick={() => setStep({ name: 'asking' })}>
          {i18n.t('Change email')}
        </Button>
      </div>
    </div>
  );
}

type NewAddressFormProps = { onSent: (sent: SentCode) => void; onCancel: () => void };

function NewAddressForm({ onSent, onCancel }: NewAddressFormProps) {
  const user = useUser();
  const form = useContractForm({ schema: emailChange, defaultValues: { email: '', password: '' } });
  const change = useFormMutation(form, {
    send: (body) => callApi(emailAddressEndpoints.changeEmail, { body }),
    onSuccess: onSent,
    onError: (error) => {
      if (isApiError(error, 'password_wrong')) return showFieldError(form, 'password', error.message);
      return isApiError(error, 'same_address') && showFieldError(form, 'email', error.message);
    },
  });
  if (user.logs_in_by_link) {
    return (
      <Notice tone="info">
        {i18n.t('Set a password below first, so nobody else can change your address.')}
      </Notice>
    );
  }
  return (
    <Form failure={change.failure} onSubmit={change.submit}>
      <div className="grid gap-4 sm:max-w-[420px]">
        <TextField
          {...fieldProps(form, 'email')}
          label={i18n.t('New email address')}
          type="email"
          autoComplete="email"
        />
        <PasswordField
          {...fieldProps(form, 'password')}
          label={i18n.t('Your password')}
          autoComplete="current-password"
        />
      </div>
      <FormButtons submitLabel={i18n.t('Email me a code')} isBusy={change.isPending} onCancel={onCancel} />
    </Form>
  );
}
