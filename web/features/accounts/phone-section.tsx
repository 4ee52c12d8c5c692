import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { useUser } from '#web/lib/session.ts';
import { meQuery } from './me.query.ts';
import { PhoneCodeForm } from './phone-code-form.tsx';
import { PhoneNumberForm } from './phone-number-form.tsx';
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
        submitLabel="Verify number"
        send={() => callApi(accountEndpoints.sendPhoneCode, { body: { to: step.to } })}
        check={async (token) => {
          await callApi(accountEndpoints.checkPhoneCode, { body: { to: step.to, token } });
          await queryClient.refetchQueries({ queryKey: meQuery.queryKey });
        }}
        onResent={(code) => setStep({ ...step, sentAt: Date.now(), code })}
        onVerified={() => {
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
        {remove.isError && <Notice tone="bad">{messageOf(remove.error)}</Notice>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="flex flex-wrap items-center gap-x-3 text-18 font-bold tabular-nums">
            {user.phone_number}
            <span className="inline-flex h-6 items-center gap-1 rounded-tile bg-ok-bg px-2 text-12 font-[650] text-ok">
              <BadgeCheck aria-hidden size={15} />
              Verified
            </span>
          </p>
          <div className="flex gap-2 sm:ml-auto">
            <Button kind="line" onClick={() => setStep({ name: 'change' })}>
              Change number
            </Button>
            <Button kind="ghost" isBusy={remove.isPending} onClick={() => remove.mutate()}>
              Remove
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
