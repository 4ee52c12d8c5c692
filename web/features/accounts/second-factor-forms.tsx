import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { type Factor, secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { Form, FormButtons, focusOnMount, PasswordField } from '#web/components/form.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { saveTextFile } from '#web/lib/files.ts';
import { useSiteName } from '#web/lib/site.query.ts';
import { CodeField } from './code-field.tsx';
import { answerByPasskey } from './passkeys.ts';

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
    <Form
      className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-8"
      onSubmit={() => !confirm.isPending && code && confirm.mutate()}
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
        <FormButtons submitLabel="Turn on" isBusy={confirm.isPending} onCancel={onCancel} />
      </div>
    </Form>
  );
}

type SecondFactorRemovalProps = { hasPasskey: boolean; onDone: () => unknown; onCancel: () => void };

export function SecondFactorRemoval({ hasPasskey, onDone, onCancel }: SecondFactorRemovalProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useMutation({
    mutationFn: async (factor: Factor | typeof answerByPasskey) => {
      const verification = typeof factor === 'function' ? await factor() : factor;
      return callApi(secondFactorEndpoints.disableSecondFactor, { body: { password, ...verification } });
    },
    onSuccess: onDone,
    onError: () => setCode(''),
  });
  const failure = remove.error ? messageOf(remove.error) : undefined;
  const isPasswordWrong = isApiError(remove.error, 'password_wrong');
  return (
    <Form
      className="grid gap-4 sm:max-w-[420px]"
      onSubmit={() => !remove.isPending && password && code && remove.mutate({ code })}
    >
      <PasswordField
        ref={focusOnMount}
        label="Your password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isPasswordWrong ? failure : undefined}
      />
      <CodeField value={code} onChange={setCode} error={isPasswordWrong ? undefined : failure} />
      <FormButtons
        submitLabel="Turn off two-step login"
        kind="bad"
        isBusy={remove.isPending}
        onCancel={onCancel}
      >
        {hasPasskey && (
          <Button
            kind="bad"
            disabled={!password}
            isBusy={remove.isPending}
            onClick={() => remove.mutate(answerByPasskey)}
          >
            Turn off with a passkey
          </Button>
        )}
      </FormButtons>
    </Form>
  );
}

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
    <Form
      className="grid gap-4 sm:max-w-[420px]"
      onSubmit={() => !renew.isPending && code && renew.mutate({ code })}
    >
      <p className="text-15 text-ink-2">The codes you have now stop working.</p>
      <CodeField
        ref={focusOnMount}
        value={code}
        onChange={setCode}
        error={renew.error ? messageOf(renew.error) : undefined}
      />
      <FormButtons submitLabel="Make new codes" isBusy={renew.isPending} onCancel={onCancel}>
        {hasPasskey && (
          <Button kind="line" isBusy={renew.isPending} onClick={() => renew.mutate(answerByPasskey)}>
            Use a passkey
          </Button>
        )}
      </FormButtons>
    </Form>
  );
}

/** The codes are shown once, so the page asks before it continues. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const siteName = useSiteName();
  const save = () =>
    saveTextFile('recovery-codes.txt', `${siteName} recovery codes\n\n${codes.join('\n')}\n`, 'text/plain');
  return (
    <div className="grid gap-4">
      <Notice tone="ok">Two-step login is on. Save these recovery codes now.</Notice>
      <p className="text-15 text-ink-2">
        Each code logs you in once if you lose your phone. They are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-ctl bg-sunk px-4 py-3 text-15 tracking-wide sm:max-w-[420px]"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} kind="line" onClick={save}>
          Save as a file
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </div>
  );
}
