import { MailCheck } from 'lucide-react';
import { z } from 'zod';
import { email } from '#contract/primitives.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { EmailField } from './email-field.tsx';

type MailRequestProps = {
  buttonLabel: string;
  /** Completes the sentence "... is on its way", for example "a login link". */
  mailed: string;
  send: (email: string) => Promise<unknown>;
};

const mailRequest = z.strictObject({ email });

/** The answer is the same whether or not the address is known, so that it reveals no accounts. */
export function MailRequest({ buttonLabel, mailed, send }: MailRequestProps) {
  const form = useContractForm({
    schema: mailRequest,
    defaultValues: { email: '' },
    toBody: (values) => values,
  });
  const request = useFormMutation(form, { send: (body) => send(body.email) });
  if (request.isSuccess) {
    return (
      <section role="status" className="grid gap-4 rounded-card bg-sunk p-6">
        <MailCheck aria-hidden size={32} strokeWidth={1.6} />
        <div className="grid gap-1">
          <h2 className="text-18 font-bold tracking-[-0.02em]">Check your e-mail</h2>
          <p className="text-ink-2">
            If there is an account for <b className="break-all text-ink">{request.variables.email}</b>,{' '}
            {mailed} is on its way. It works once and expires soon. If it does not arrive, check your spam
            folder.
          </p>
        </div>
        <Button kind="line" className="justify-self-start" onClick={() => request.reset()}>
          Send it again
        </Button>
      </section>
    );
  }
  return (
    <Form failure={request.failure} onSubmit={request.submit}>
      <EmailField {...fieldProps(form, 'email')} />
      <Button type="submit" isBusy={request.isPending} className="h-[52px]! w-full">
        {buttonLabel}
      </Button>
    </Form>
  );
}
