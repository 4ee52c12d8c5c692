import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { CodeField } from './code-field.tsx';

type SecondFactorEnrollmentProps = {
  secret: string;
  uri: string;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
};

export function SecondFactorEnrollment({ secret, uri, onCodes, onCancel }: SecondFactorEnrollmentProps) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => callApi(secondFactorEndpoints.confirmSecondFactor, { body: { code } }),
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
    onError: () => setCode(''),
  });
  return (
    <form
      noValidate
      className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (!confirm.isPending && code) confirm.mutate();
      }}
    >
      <QrCode
        text={uri}
        label="QR code for your authenticator app"
        className="size-[196px] border border-line"
      />
      <div className="grid min-w-0 content-start gap-4">
        <p className="text-15">
          Scan the code with an authenticator app, such as Google Authenticator, 1Password or Authy. Or type
          this key into the app:
        </p>
        <p className="rounded-ctl bg-sunk px-4 py-3 text-15 tracking-wide break-words select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        <CodeField
          value={code}
          onChange={setCode}
          error={confirm.error ? messageOf(confirm.error) : undefined}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isBusy={confirm.isPending}>
            Turn on
          </Button>
          <Button kind="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}
