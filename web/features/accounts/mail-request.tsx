import { MailCheck } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { EmailField } from './email-field.tsx';
import { useEmailForm } from './use-email-form.ts';

type MailRequestProps = {
  buttonLabel: string;
  /** Completes the sentence "... is on its way", for example "a login link". */
  mailed: string;
  send: (email: string) => Promise<unknown>;
};

/** The answer is the same whether or not the address is known, so that it reveals no accounts. */
export function MailRequest({ buttonLabel, mailed, send }: MailRequestProps) {
  const request = useEmailForm(send);
  if (request.isSuccess) {
    return (
      <section role="status" className="grid gap-4 rounded-card bg-sunk p-6">
        <MailCheck aria-hidden size={32} strokeWidth={1.6} />
        <div className="grid gap-1">
          <h2 className="text-18 font-bold tracking-[-0.02em]">Check your e-mail</h2>
          <p className="text-ink-2">
            If there is an account for <b className="break-all text-ink">{request.variables}</b>, {mailed} is
            on its way. It works once and expires soon. If it does not arrive, check your spam folder.
          </p>
        </div>
        <Button kind="line" className="justify-self-start" onClick={() => request.reset()}>
          Send it again
        </Button>
      </section>
    );
  }
  return (
    <Form failure={request.failure} action={request.submit}>
      <EmailField {...request.field} />
      <Button type="submit" isBusy={request.isPending} className="h-[52px]! w-full">
        {buttonLabel}
      </Button>
    </Form>
  );
}
