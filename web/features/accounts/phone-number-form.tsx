import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { parsePhone } from './parse-phone.ts';

type PhoneNumberFormProps = {
  initialNumber: string;
  country: string;
  /** The code is known only in test mode. */
  onSent: (to: string, code: string | undefined) => void;
  onCancel?: () => void;
};

export function PhoneNumberForm({ initialNumber, country, onSent, onCancel }: PhoneNumberFormProps) {
  const [text, setText] = useState(initialNumber);
  const send = useMutation({
    mutationFn: async () => {
      const to = await parsePhone(text, country);
      if (!to) {
        const message =
          'This does not look like a phone number. For another country, start with + and the country code.';
        throw new ApiError({ status: 0, code: 'phone_unreadable', message });
      }
      return callApi(accountEndpoints.sendPhoneCode, { body: { to } });
    },
    onSuccess: ({ to, code }) => onSent(to, code),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 sm:max-w-[420px]">
      <TextField
        label="Mobile number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint="We text you a code to confirm the number."
        error={send.isError ? messageOf(send.error) : undefined}
      />
      <div className="flex gap-2">
        <Button type="submit" isBusy={send.isPending}>
          Send code
        </Button>
        {onCancel && (
          <Button kind="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
