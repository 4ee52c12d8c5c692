import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { Button } from '#web/components/button.tsx';
import type { ButtonKind } from '#web/components/button-style.ts';
import { Form } from '#web/components/form.tsx';
import { LegalLink } from '#web/components/legal-link.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { callApi } from '#web/lib/api.ts';
import { comeBackTo } from '#web/lib/come-back.ts';
import { useRouter } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { EmailField } from './email-field.tsx';
import { EntryCode } from './entry-code.tsx';
import { useEmailForm } from './use-email-form.ts';

/** `to` is where the link in the mail leads, on any device; in this browser `go` may do more than go there. */
export type EntryChoice = { label: string; kind?: ButtonKind; to: string; go?: () => Promise<unknown> };

type ContinueByEmailProps = { choices: readonly [EntryChoice, ...EntryChoice[]]; note: ReactNode };

/** Lets a visitor in by a mailed code, with or without an account, and goes on with what they chose. */
export function ContinueByEmail({ choices, note }: ContinueByEmailProps) {
  const router = useRouter();
  const titleId = useId();
  // A ref, because the form is sent in the same click that chooses.
  const chosen = useRef(choices[0]);
  const send = useEmailForm((email) =>
    callApi(enteringEndpoints.sendEntryCode, {
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
        {entry ? 'Check your e-mail' : 'Continue by e-mail'}
      </h2>
      {entry ? (
        <EntryCode
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
            {note} By continuing you agree to the <LegalLink to={paths.terms}>terms of use</LegalLink> and the{' '}
            <LegalLink to={paths.privacy}>privacy notice</LegalLink>.
          </p>
          <p className="-mb-2 text-15">
            <TextLink to={paths.logIn} {...comeBackTo(choices[0].to)}>
              Log in with a password
            </TextLink>
          </p>
        </Form>
      )}
    </section>
  );
}
