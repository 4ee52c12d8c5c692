import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { CodeField } from './code-field.tsx';

type SecondFactorRenewalProps = { onCodes: (codes: string[]) => void; onCancel: () => void };

export function SecondFactorRenewal({ onCodes, onCancel }: SecondFactorRenewalProps) {
  const [code, setCode] = useState('');
  const renew = useMutation({
    mutationFn: () => callApi(secondFactorEndpoints.renewRecoveryCodes, { body: { code } }),
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
    onError: () => setCode(''),
  });
  return (
    <form
      noValidate
      className="grid gap-4 sm:max-w-[420px]"
      onSubmit={(event) => {
        event.preventDefault();
        if (!renew.isPending && code) renew.mutate();
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
        <Button kind="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
