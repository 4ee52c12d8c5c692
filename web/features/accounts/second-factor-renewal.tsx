import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Factor, secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { CodeField } from './code-field.tsx';
import { answerByPasskey } from './passkeys.ts';

type SecondFactorRenewalProps = {
  hasPasskey: boolean;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
};

export function SecondFactorRenewal({ hasPasskey, onCodes, onCancel }: SecondFactorRenewalProps) {
  const [code, setCode] = useState('');
  const renew = useMutation({
    mutationFn: async (factor: Factor | typeof answerByPasskey) => {
      const body = typeof factor === 'function' ? await factor() : factor;
      return callApi(secondFactorEndpoints.renewRecoveryCodes, { body });
    },
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
    onError: () => setCode(''),
  });
  return (
    <form
      noValidate
      className="grid gap-4 sm:max-w-[420px]"
      onSubmit={(event) => {
        event.preventDefault();
        if (!renew.isPending && code) renew.mutate({ code });
      }}
    >
      <p className="text-15 text-ink-2">The codes you have now stop working.</p>
      <CodeField
        ref={focusOnMount}
        value={code}
        onChange={setCode}
        error={renew.error ? messageOf(renew.error) : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={renew.isPending}>
          Make new codes
        </Button>
        {hasPasskey && (
          <Button kind="line" isBusy={renew.isPending} onClick={() => renew.mutate(answerByPasskey)}>
            Use a passkey
          </Button>
        )}
        <Button kind="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
