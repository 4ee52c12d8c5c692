import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { type Invite, inviteEndpoints } from '#contract/endpoints/invites.ts';
import type { AlbumOnly } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { albumInvitesQuery } from './album-invites.query.ts';
import { InviteList } from './invite-list.tsx';

/** Inviting to an album by e-mail, and who has come. */
export function AlbumInvites({ album }: { album: AlbumOnly }) {
  const client = useQueryClient();
  const { data: invites = [] } = useQuery(albumInvitesQuery(album.id));
  const [problem, setProblem] = useState<string>();
  const reload = () => client.invalidateQueries(albumInvitesQuery(album.id));
  const form = useContractForm({
    schema: inviteEndpoints.inviteToAlbum.body,
    defaultValues: { email: '' },
    toBody: ({ email }) => ({ albumId: album.id, email, albumUUID: album.uuid }),
  });
  const invite = useMutation({
    mutationFn: (email: string) =>
      callApi(inviteEndpoints.inviteToAlbum, { body: { albumId: album.id, email, albumUUID: album.uuid } }),
    onMutate: () => setProblem(undefined),
    onSuccess: ({ invited_email }) => {
      toast(`Invitation sent to ${invited_email}`);
      return reload();
    },
    onError: (error) => setProblem(showServerProblems(form, error)),
  });
  const revoke = useMutation({
    mutationFn: ({ id }: Invite) => callApi(inviteEndpoints.revokeAlbumInvite, { params: { id } }),
    onMutate: () => setProblem(undefined),
    onSuccess: (_done, { invited_email }) => {
      toast(`Invitation to ${invited_email} taken back`);
      return reload();
    },
    onError: (error) => setProblem(messageOf(error)),
  });
  const send = form.handleSubmit(async ({ email }) => {
    await invite.mutateAsync(email).then(
      () => form.reset({ email: '' }),
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
            autoCapitalize="none"
            placeholder="name@example.com"
            maxLength={254}
            error={form.formState.errors.email?.message}
            {...form.register('email')}
          />
        </div>
        <Button type="submit" isBusy={invite.isPending} className="mt-[27px] h-[52px]!">
          Invite
        </Button>
      </form>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <InviteList
        invites={invites}
        sending={invite.isPending ? invite.variables : undefined}
        onResend={invite.mutate}
        onRevoke={revoke.mutate}
        joinedWords="Has opened it"
      />
    </div>
  );
}
