import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useId, useRef } from 'react';
import { enteringEndpoints, entryRequest } from '#contract/endpoints/entering.ts';
import { Button } from '#web/components/button.tsx';
import type { ButtonKind } from '#web/components/button-style.ts';
import { Form } from '#web/components/form.tsx';
import { LegalLink } from '#web/components/legal-link.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { callApi } from '#web/lib/api.ts';
import { rememberLastLocation } from '#web/lib/last-location.ts';
import { paths } from '#web/lib/paths.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { EmailField } from './email-field.tsx';
import { EntryCode } from './entry-code.tsx';

/** `to` is where the link in the mail leads, on any device; in this browser `go` may do more than go there. */
export type EntryChoice = { label: string; kind?: ButtonKind; to: string; go?: () => Promise<unknown> };

type ContinueByEmailProps = { choices: readonly [EntryChoice, ...EntryChoice[]]; note: ReactNode };

/** Lets a visitor in by a mailed code, with or without an account, and goes on with what they chose. */
export function ContinueByEmail({ choices, note }: ContinueByEmailProps) {
  const router = useRouter();
  const titleId = useId();
  // A ref, because the form is sent in the same click that chooses.
  const chosen = useRef(choices[0]);
  const form = useContractForm({
    schema: entryRequest,
    defaultValues: { email: '' },
    toBody: (values) => ({ ...values, agreed_to_terms: true, to: chosen.current.to }),
  });
  const send = useFormMutation(form, {
    send: (body) => callApi(enteringEndpoints.sendEntryCode, { body }),
  });
  const leave = async () => router.history.replace(chosen.current.to);
  const go = useMutation({
    mutationFn: async () => (chosen.current.go ?? leave)(),
    onError: leave,
  });
  const comeBack = () => rememberLastLocation(choices[0].to);
  return (
    <section aria-labelledby={titleId} className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <h2 id={titleId} className="text-22 leading-tight font-[750] tracking-[-0.02em]">
        {send.data ? 'Check your e-mail' : 'Continue by e-mail'}
      </h2>
      {send.data ? (
        <EntryCode
          key={send.data.ticket}
          email={send.variables.email}
          ticket={send.data.ticket}
          onEntered={() => go.mutate()}
          isSendingAgain={send.isPending}
          onSendAgain={send.submit}
          onRestart={() => send.reset()}
        />
      ) : (
        <Form failure={send.failure} onSubmit={send.submit}>
          <EmailField {...fieldProps(form, 'email')} />
          {choices.map((choice) => (
            <Button
              key={choice.label}
              type="submit"
              kind={choice.kind}
              isBusy={send.isPending && send.variables.to === choice.to}
              className="h-[52px]! w-full"
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
            <TextLink to={paths.logIn} onClick={comeBack}>
              Log in with a password
            </TextLink>
          </p>
        </Form>
      )}
    </section>
  );
}
