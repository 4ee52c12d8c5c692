import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { email } from '#contract/primitives.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';

type MailRequestProps = {
  buttonLabel: string;
  /** Completes the sentence "... is on its way", for example "a login link". */
  mailed: string;
  send: (email: string) => Promise<unknown>;
};

const mailRequest = z.strictObject({ email });

/** The answer is the same whether or not the address is known, so that it reveals no accounts. */
export function MailRequest({ buttonLabel, mailed, send }: MailRequestProps) {
  const [failure, setFailure] = useState<string>();
  const form = useContractForm({
    schema: mailRequest,
    defaultValues: { email: '' },
    toBody: (values) => values,
  });
  const request = useMutation({
    mutationFn: (body: z.output<typeof mailRequest>) => send(body.email),
    onMutate: () => setFailure(undefined),
    onError: (error) => setFailure(showServerProblems(form, error)),
  });
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
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => request.mutate(body))}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <TextField
        {...form.register('email')}
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        error={form.formState.errors.email?.message}
      />
      <Button type="submit" isBusy={request.isPending} className="h-[52px]! w-full">
        {buttonLabel}
      </Button>
    </form>
  );
}
