import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { type Invite, inviteEndpoints } from '#contract/endpoints/invites.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { InviteList } from './invite-list.tsx';
import { orderInvitesQuery } from './order-invites.query.ts';

type OrderInvitesProps = { orderId: number; orderKey: string };

/** Inviting to an order by e-mail, and who has come. */
export function OrderInvites({ orderId, orderKey }: OrderInvitesProps) {
  const client = useQueryClient();
  const { data: invites = [] } = useQuery(orderInvitesQuery(orderId));
  const [problem, setProblem] = useState<string>();
  const form = useContractForm({
    schema: inviteEndpoints.inviteToOrder.body,
    defaultValues: { invited_email: '' },
    toBody: ({ invited_email }) => ({ orderId, invited_email, order_key: orderKey }),
  });
  const invite = useMutation({
    mutationFn: (email: string) =>
      callApi(inviteEndpoints.inviteToOrder, {
        body: { orderId, invited_email: email, order_key: orderKey },
      }),
    onMutate: () => setProblem(undefined),
    onSuccess: ({ invited_email }) => {
      toast(`Invitation sent to ${invited_email}`);
      return client.invalidateQueries(orderInvitesQuery(orderId));
    },
    onError: (error) => setProblem(showServerProblems(form, error)),
  });
  const revoke = useMutation({
    mutationFn: ({ id }: Invite) => callApi(inviteEndpoints.revokeOrderInvite, { params: { id } }),
    onMutate: () => setProblem(undefined),
    onSuccess: (_done, { invited_email }) => {
      toast(`Invitation to ${invited_email} taken back`);
      return client.invalidateQueries(orderInvitesQuery(orderId));
    },
    onError: (error) => setProblem(messageOf(error)),
  });
  const send = form.handleSubmit(async ({ invited_email }) => {
    await invite.mutateAsync(invited_email).then(
      () => form.reset({ invited_email: '' }),
      () => undefined,
    );
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t pt-5">
      <form noValidate onSubmit={send} className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Invite by e-mail"
            type="email"
            inputMode="email"
            autoComplete="off"
            placeholder="name@example.com"
            maxLength={254}
            error={form.formState.errors.invited_email?.message}
            {...form.register('invited_email')}
          />
        </div>
        <Button type="submit" kind="line" isBusy={invite.isPending} className="mt-[27px] h-[52px]!">
          Invite
        </Button>
      </form>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <InviteList
        invites={invites}
        sending={invite.isPending ? invite.variables : undefined}
        onResend={invite.mutate}
        onRevoke={revoke.mutate}
      />
    </div>
  );
}
