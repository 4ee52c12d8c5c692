import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Form, FormButtons, TextField } from '#web/components/form.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useUser } from '#web/lib/session.ts';
import { meQuery } from './me.query.ts';
import { PhoneCodeForm, parsePhone } from './phone-code-form.tsx';
import { adoptUpdatedUser, updateUser } from './update-user.ts';

type Step =
  | { name: 'number' }
  | { name: 'change' }
  | { name: 'code'; to: string; sentAt: number; code: string | undefined };

export function PhoneSection({ onVerified }: { onVerified?: () => void }) {
  const user = useUser();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'number' });
  const remove = useMutation({
    mutationFn: () => updateUser(user.id, { phone_number: null }),
    onSuccess: adoptUpdatedUser,
  });
  if (step.name === 'code') {
    return (
      <PhoneCodeForm
        to={step.to}
        sentAt={step.sentAt}
        shownCode={step.code}
        submitLabel={i18n.t('Confirm number')}
        resend={async () => {
          const { code } = await callApi(accountEndpoints.sendPhoneCode, { body: { to: step.to } });
          setStep({ ...step, sentAt: Date.now(), code });
        }}
        check={async (token) => {
          await callApi(accountEndpoints.checkPhoneCode, { body: { to: step.to, token } });
          await queryClient.refetchQueries({ queryKey: meQuery.queryKey });
          setStep({ name: 'number' });
          onVerified?.();
        }}
        onBack={() => setStep({ name: 'change' })}
      />
    );
  }
  if (user.phone_number && user.phone_verified && step.name === 'number') {
    return (
      <div className="grid gap-3">
        <ErrorNotice error={remove.error} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="flex flex-wrap items-center gap-x-3 text-18 font-bold tabular-nums">
            {user.phone_number}
            <span className="inline-flex h-6 items-center gap-1 rounded-tile bg-ok-bg px-2 text-12 font-[650] text-ok">
              <BadgeCheck size={15} />
              {i18n.t('Confirmed')}
            </span>
          </p>
          <div className="flex gap-2 sm:ml-auto">
            <Button kind="line" onClick={() => setStep({ name: 'change' })}>
              {i18n.t('Change number')}
            </Button>
            <Button kind="ghost" isBusy={remove.isPending} onClick={() => remove.mutate()}>
              {i18n.t('Remove')}
            </Button>
          </div>
        </div>
      </div>
    );
  }
  return (
    <PhoneNumberForm
      initialNumber={user.phone_number ?? ''}
      country={user.country ?? 'US'}
      onSent={(to, code) => setStep({ name: 'code', to, sentAt: Date.now(), code })}
      onCancel={step.name === 'change' && user.phone_verified ? () => setStep({ name: 'number' }) : undefined}
    />
  );
}

type PhoneNumberFormProps = {
  initialNumber: string;
  country: string;
  /** The code is known only in test mode. */
  onSent: (to: string, code: string | undefined) => void;
  onCancel?: () => void;
};

function PhoneNumberForm({ initialNumber, country, onSent, onCancel }: PhoneNumberFormProps) {
  const [text, setText] = useState(initialNumber);
  const send = useMutation({
    mutationFn: async () => {
      const to = await parsePhone(text, country);
      if (!to) {
        const message = i18n.t(
          'That doesn’t look like a phone number. Outside the U.S., start with + and the country code.',
        );
        throw new ApiError({ status: 0, code: 'phone_unreadable', message });
      }
      return callApi(accountEndpoints.sendPhoneCode, { body: { to } });
    },
    onSuccess: ({ to, code }) => onSent(to, code),
  });
  return (
    <Form onSubmit={() => send.isPending || send.mutate()} className="grid gap-4 sm:max-w-[420px]">
      <TextField
        label={i18n.t('Mobile number')}
        type="tel"
        autoComplete="tel"
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={i18n.t('We’ll text you a code to confirm it.')}
        error={send.isError ? messageOf(send.error) : undefined}
      />
      <FormButtons submitLabel={i18n.t('Send code')} isBusy={send.isPending} onCancel={onCancel} />
    </Form>
  );
}
