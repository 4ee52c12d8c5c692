import { useState } from 'react';
import { z } from 'zod';
import { emailAddressEndpoints, type SentCode } from '#contract/endpoints/email-addresses.ts';
import { email } from '#contract/primitives.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { NewAddressCode } from './new-address-code.tsx';

const firstAddress = z.strictObject({ email });

/** For accounts that were made by phone number. */
export function AddAddress() {
  const [sent, setSent] = useState<SentCode>();
  const form = useContractForm({
    schema: firstAddress,
    defaultValues: { email: '' },
    toBody: (values) => values,
  });
  const add = useFormMutation(form, {
    send: (body) => callApi(emailAddressEndpoints.addEmail, { body }),
    onSuccess: setSent,
  });
  if (sent) return <NewAddressCode sent={sent} onDone={() => setSent(undefined)} />;
  return (
    <Form failure={add.failure} onSubmit={add.submit}>
      <TextField
        {...fieldProps(form, 'email')}
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        hint="We send receipts and download links to it."
      />
      <Button type="submit" isBusy={add.isPending} className="justify-self-start">
        E-mail me a code
      </Button>
    </Form>
  );
}
