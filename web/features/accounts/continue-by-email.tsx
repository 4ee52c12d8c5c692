import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { Button } from '#web/components/button.tsx';
import type { ButtonKind } from '#web/components/button-style.ts';
import { Form } from '#web/components/form.tsx';
import { LegalLink } from '#web/components/legal-link.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { callApi } from '#web/lib/api.ts';
import { comeBackTo } from '#web/lib/come-back.ts';
import { takeSent } from '#web/lib/first-use.ts';
import { useRouter } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { addressOf } from '#web/lib/transport.ts';
import { EmailField } from './email-field.tsx';
import { EntryCode } from './entry-code.tsx';
import { useEmailForm } from './use-email-form.ts';

/** `to` is where the link in the mail leads, on any device; in this browser `go` may do more than go there. */
export type EntryChoice = { label: string; kind?: ButtonKind; to: string; go?: () => Promise<unknown> };

type ContinueByEmailProps = { choices: readonly [EntryChoice, ...EntryChoice[]]; note: ReactNode };

const SEND_CODE = addressOf(enteringEndpoints.sendEntryCode, {});
const AGREED = { agreed_to_terms: true } as const;
const FIRST_DONE = 'Check your e-mail. We sent you a code.';

type Entry = { email: string; ticket: string; to: string };

/** Reads a code that was sent for before this script was there. */
function readSent(answer: ReturnType<typeof takeSent>): Entry | undefined {
  const { ticket } = (answer?.body ?? {}) as { ticket?: string };
  if (!answer || ticket === undefined) return undefined;
  return { email: String(answer.sent.email), ticket, to: String(answer.sent.to) };
}

/** Lets a visitor in by a mailed code, with or without an account, and goes on with what they chose. */
export function ContinueByEmail({ choices, note }: ContinueByEmailProps) {
  const router = useRouter();
  const titleId = useId();
  // A ref, because the form is sent in the same click that chooses.
  const chosen = useRef(choices[0]);
  const [before, setBefore] = useState(() => readSent(takeSent(SEND_CODE)));
  const send = useEmailForm(
    (email) =>
      callApi(enteringEndpoints.sendEntryCode, { body: { email, ...AGREED, to: chosen.current.to } }),
    { call: SEND_CODE, email: before?.email },
  );
  const entry = send.data
    ? { email: send.variables, ticket: send.data.ticket, to: chosen.current.to }
    : before;
  const leave = async () => router.history.replace(chosen.current.to);
  const go = useMutation({
    mutationFn: async () => (chosen.current.go ?? leave)(),
    onError: leave,
  });
  return (
    <section
      data-visitors
      aria-labelledby={titleId}
      className="grid gap-4 rounded-card border border-line bg-surface p-5"
    >
      <h2 id={titleId} className="text-22 leading-tight font-[750] tracking-[-0.02em]">
        {entry ? 'Check your e-mail' : 'Continue by e-mail'}
      </h2>
      {entry ? (
        <EntryCode
          key={entry.ticket}
          email={entry.email}
          ticket={entry.ticket}
          onEntered={() => {
            chosen.current = choices.find(({ to }) => to === entry.to) ?? chosen.current;
            go.mutate();
          }}
          isSendingAgain={send.isPending}
          onSendAgain={() => send.submit()}
          onRestart={() => {
            setBefore(undefined);
            send.reset();
          }}
        />
      ) : (
        <Form
          failure={send.failure}
          onSubmit={send.submit}
          first={{ call: SEND_CODE, more: AGREED, done: FIRST_DONE }}
        >
          <EmailField {...send.field} />
          {choices.map((choice) => (
            <Button
              key={choice.label}
              type="submit"
              kind={choice.kind}
              isBusy={send.isPending && chosen.current === choice}
              className="h-[52px]! w-full"
              data-more={JSON.stringify({ to: choice.to })}
              onClick={() => {
                chosen.current = choice;
              }}
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
