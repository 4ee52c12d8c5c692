import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { Button } from '#web/components/button.tsx';
import { callApi } from '#web/lib/api.ts';
import { useSecondsLeft } from '#web/lib/use-seconds-left.ts';
import { CODE_DIGITS, explainCode, RESEND_AFTER_MS } from './mailed-code.ts';
import { MailedCodeField } from './mailed-code-field.tsx';
import { openIssuedSession } from './open-issued-session.ts';
import { useChallenge } from './use-challenge.tsx';

type EntryCodeProps = {
  email: string;
  ticket: string;
  onEntered: () => void;
  isSendingAgain: boolean;
  onSendAgain: () => void;
  onRestart: () => void;
};

export function EntryCode({ email, ticket, onEntered, ...resend }: EntryCodeProps) {
  const [typed, setTyped] = useState('');
  const [sentAt] = useState(Date.now);
  const secondsLeft = useSecondsLeft(sentAt + RESEND_AFTER_MS);
  const challenge = useChallenge();
  const check = useMutation({
    mutationFn: async (code: string) => {
      openIssuedSession(await callApi(enteringEndpoints.enterByCode, { body: { email, ticket, code } }));
      onEntered();
    },
    onError: (error) => {
      if (!challenge.take(error)) setTyped('');
    },
  });
  if (challenge.step) return challenge.step;
  const send = (code: string) => !check.isPending && check.mutate(code);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.length === CODE_DIGITS) send(typed);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p role="status" className="text-15 text-ink-2">
        We e-mailed six digits to <b className="break-all text-ink">{email}</b>. The link in that e-mail works
        too.
      </p>
      <MailedCodeField
        value={typed}
        onChange={setTyped}
        onComplete={send}
        error={check.error ? explainCode(check.error) : undefined}
      />
      <Button
        type="submit"
        className="h-[52px]! w-full"
        disabled={typed.length < CODE_DIGITS}
        isBusy={check.isPending}
      >
        Continue
      </Button>
      <div className="-my-2 flex flex-wrap justify-between">
        <Button
          kind="ghost"
          className="-ml-4 tabular-nums"
          disabled={secondsLeft > 0}
          isBusy={resend.isSendingAgain}
          onClick={resend.onSendAgain}
        >
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : 'Send again'}
        </Button>
        <Button kind="ghost" className="-mr-4" onClick={resend.onRestart}>
          Use another address
        </Button>
      </div>
    </form>
  );
}
