import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { Invite } from '#contract/endpoints/invites.ts';
import { email } from '#contract/primitives.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { InviteList } from './invite-list.tsx';
import type { InvitesQuery } from './invites.query.ts';

const schema = z.strictObject({ email });

type InviteByMailProps = {
  send: (email: string) => Promise<Invite>;
  revoke: (invite: Invite) => Promise<unknown>;
  query: InvitesQuery;
  kind?: 'line';
  joinedWords?: string;
};

export function InviteByMail({ query, send, revoke, kind, joinedWords }: InviteByMailProps) {
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const { data: invites = [] } = useQuery(query);
  const reload = () => client.invalidateQueries(query);
  const form = useContractForm({ schema, defaultValues: { email: '' }, toBody: (values) => values });
  const inviting = useMutation({
    mutationFn: send,
    onMutate: () => setProblem(undefined),
    onSuccess: ({ invited_email }) => {
      toast(`Invitation sent to ${invited_email}`);
      return reload();
    },
    onError: (error) => setProblem(showServerProblems(form, error)),
  });
  const revoking = useMutation({
    mutationFn: revoke,
    onMutate: () => setProblem(undefined),
    onSuccess: (_done, { invited_email }) => {
      toast(`Invitation to ${invited_email} revoked`);
      return reload();
    },
    onError: (error) => setProblem(messageOf(error)),
  });
  const submit = form.handleSubmit(async (typed) => {
    await inviting.mutateAsync(typed.email).then(
      () => form.reset({ email: '' }),
      () => undefined,
    );
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t pt-5">
      <form noValidate onSubmit={submit} className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Invite by e-mail"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            placeholder="name@example.com"
            maxLength={254}
            error={form.formState.errors.email?.message}
            {...form.register('email')}
          />
        </div>
        <Button
          type="submit"
          {...(kind && { kind })}
          isBusy={inviting.isPending}
          className="mt-[27px] h-[52px]!"
        >
          Invite
        </Button>
      </form>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <InviteList
        invites={invites}
        sending={inviting.isPending ? inviting.variables : undefined}
        onResend={inviting.mutate}
        onRevoke={revoking.mutate}
        {...(joinedWords && { joinedWords })}
      />
    </div>
  );
}
