import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { Button, type ButtonKind } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { LEGAL_LINKS } from '#web/components/legal-link.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { Trans } from '#web/components/trans.tsx';
import { callApi } from '#web/lib/api.ts';
import { comeBackTo } from '#web/lib/come-back.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useRouter } from '#web/lib/navigation.tsx';
import { MailedCodeForm, ResendButton, useMailedCode } from './code-field.tsx';
import { EmailField, useEmailForm } from './email-form.tsx';
import { openIssuedSession } from './open-issued-session.ts';
import { useChallenge } from './use-challenge.tsx';

/** `to` is where the link in the mail leads, on any device; in this browser `go` may do more than go there. */
export type EntryChoice = { label: string; kind?: ButtonKind; to: string; go?: () => Promise<unknown> };

type ContinueByEmailProps = { choices: readonly [EntryChoice, ...EntryChoice[]]; note: ReactNode };

/** Logs a visitor in by a mailed code, with or without an account, and continues with what they chose. */
export function ContinueByEmail({ choices, note }: ContinueByEmailProps) {
  const router = useRouter();
  const titleId = useId();
  // A ref, because the form is sent in the same click that chooses.
  const chosen = useRef(choices[0]);
  const send = useEmailForm((email) =>
    callApi(enteringEndpoints.sendOneTimeCode, {
      body: { email, agreed_to_terms: true, to: chosen.current.to },
    }),
  );
  const entry = send.data && { email: send.variables, ticket: send.data.ticket };
  const submit = (form: FormData) => {
    chosen.current = choices.find(({ to }) => to === form.get('to')) ?? choices[0];
    send.submit(form);
  };
  const leave = async () => router.history.replace(chosen.current.to);
  const go = useMutation({
    mutationFn: async () => (chosen.current.go ?? leave)(),
    onError: leave,
  });
  return (
    <section aria-labelledby={titleId} className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <h2 id={titleId} className="text-22 leading-tight font-[750] tracking-[-0.02em]">
        {entry ? i18n.t('Check your email') : i18n.t('Continue by email')}
      </h2>
      {entry ? (
        <OneTimeCode
          key={entry.ticket}
          email={entry.email}
          ticket={entry.ticket}
          onEntered={() => go.mutate()}
          isSendingAgain={send.isPending}
          onSendAgain={() => send.submit()}
          onRestart={send.reset}
        />
      ) : (
        <Form failure={send.failure} action={submit}>
          <EmailField {...send.field} />
          {choices.map((choice) => (
            <Button
              key={choice.label}
              type="submit"
              kind={choice.kind}
              isBusy={send.isPending && chosen.current === choice}
              className="h-[52px]! w-full"
              name="to"
              value={choice.to}
            >
              {choice.label}
            </Button>
          ))}
          <p className="text-14 text-ink-2">
            {note}{' '}
            <Trans
              id="By continuing, you agree to our <terms>terms of use</terms> and <privacy>privacy notice</privacy>."
              components={LEGAL_LINKS}
            />
          </p>
          <p className="-mb-2 text-15">
            <TextLink to={paths.logIn} {...comeBackTo(choices[0].to)}>
              {i18n.t('Log in with a password')}
            </TextLink>
          </p>
        </Form>
      )}
    </section>
  );
}

type OneTimeCodeProps = {
  email: string;
  ticket: string;
  onEntered?: () => void;
  isSendingAgain: boolean;
  onSendAgain: () => void;
  onRestart: () => void;
};

export function OneTimeCode({ email, ticket, onEntered, ...resend }: OneTimeCodeProps) {
  const [sentAt] = useState(Date.now);
  const challenge = useChallenge();
  const code = useMailedCode(async (typed) => {
    const body = { email, ticket, code: typed };
    openIssuedSession(await callApi(enteringEndpoints.enterByCode, { body }));
    onEntered?.();
  }, challenge.take);
  if (challenge.step) return challenge.step;
  return (
    <MailedCodeForm
      code={code}
      sentence={/*i18n*/ 'We emailed six digits to <b>{email}</b>. The link in that email works too.'}
      email={email}
    >
      <Button type="submit" className="h-[52px]! w-full" disabled={!code.isComplete} isBusy={code.isPending}>
        {i18n.t('Continue')}
      </Button>
      <div className="-my-2 flex flex-wrap justify-between">
        <ResendButton
          kind="ghost"
          className="-ml-4 disabled:bg-transparent!"
          sentAt={sentAt}
          isBusy={resend.isSendingAgain}
          onClick={resend.onSendAgain}
        />
        <Button kind="ghost" className="-mr-4" onClick={resend.onRestart}>
          {i18n.t('Use another address')}
        </Button>
      </div>
    </MailedCodeForm>
  );
}
