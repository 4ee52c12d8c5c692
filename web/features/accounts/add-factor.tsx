import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { Button } from '#web/components/button.tsx';
import { Form, FormButtons, focusOnMount, TextField } from '#web/components/form.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { MailedCodeField, useMailedCode } from './code-field.tsx';
import { createPasskey } from './passkeys.ts';

type FactorCodeProps = { onDone: () => unknown; onCancel?: (() => void) | undefined };

/** A password alone sets up no second step: the code comes by mail, or from a super. */
export function FactorCode({ onDone, onCancel }: FactorCodeProps) {
  const [isTyping, setIsTyping] = useState(false);
  const mail = useMutation({
    mutationFn: () => callApi(secondFactorEndpoints.mailFactorCode),
    onSuccess: () => setIsTyping(true),
  });
  const code = useMailedCode(async (typed) => {
    await callApi(secondFactorEndpoints.checkFactorCode, { body: { code: typed } });
    await onDone();
  });
  return (
    <div className="grid justify-items-start gap-4 sm:max-w-[420px]">
      <p role="status" className="text-15 text-ink-2">
        {mail.data ? (
          <>
            We emailed six digits to <b className="wrap-anywhere text-ink">{mail.data.to}</b>.
          </>
        ) : (
          'First we email you a code, to be sure that it is you.'
        )}
      </p>
      <ErrorNotice error={mail.error} />
      {isTyping && (
        <div className="w-full">
          <MailedCodeField code={code} problem={code.error} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind={mail.data ? 'line' : 'ink'} isBusy={mail.isPending} onClick={() => mail.mutate()}>
          {mail.data ? 'Send a new code' : 'Email me a code'}
        </Button>
        {!isTyping && (
          <Button kind="ghost" onClick={() => setIsTyping(true)}>
            I have a code from an administrator
          </Button>
        )}
        {onCancel && (
          <Button kind="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}

type PasskeyFormProps = { onCodes: (codes: string[]) => void; onCancel: () => void };

export function PasskeyForm({ onCodes, onCancel }: PasskeyFormProps) {
  const [name, setName] = useState('');
  const create = useMutation({ mutationFn: createPasskey, onSuccess: onCodes });
  return (
    <Form
      failure={create.error ? messageOf(create.error) : undefined}
      onSubmit={() => !create.isPending && name.trim() && create.mutate(name)}
    >
      <TextField
        ref={focusOnMount}
        label="Name"
        hint="Where the passkey is, such as “Work laptop” or “Blue key”."
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <FormButtons
        submitLabel="Create the passkey"
        disabled={!name.trim()}
        isBusy={create.isPending}
        onCancel={onCancel}
      />
    </Form>
  );
}
