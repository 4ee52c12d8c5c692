import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Mail, X } from 'lucide-react';
import { z } from 'zod';
import { type Invite, inviteEndpoints } from '#contract/endpoints/invites.ts';
import type { AlbumOnly } from '#contract/entities/album.ts';
import { email } from '#contract/primitives.ts';
import { Button } from '#web/components/button.tsx';
import { Form, TextField } from '#web/components/form.tsx';
import { LinkButtons } from '#web/components/link-buttons.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { useHasPassed } from '#web/lib/clock.ts';
import { formatAge, teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm } from '#web/lib/use-contract-form.ts';
import { albumInvitesQuery, type InvitesQuery, orderInvitesQuery } from './invites.query.ts';

const invitation = z.strictObject({ email });

type InviteByMailProps = {
  send: (email: string) => Promise<Invite>;
  revoke: (invite: Invite) => Promise<unknown>;
  query: InvitesQuery;
  kind?: 'line';
  joinedWords?: string;
};

function InviteByMail({ query, send, revoke, kind, joinedWords = i18n.t('Joined') }: InviteByMailProps) {
  const client = useQueryClient();
  const { data: invites = [] } = useQuery(query);
  const shown = invites.filter(({ revoked }) => !revoked);
  const reload = () => client.invalidateQueries(query);
  const form = useContractForm({ schema: invitation, defaultValues: { email: '' } });
  const inviting = useMutation({
    mutationFn: send,
    onMutate: (): void => revoking.reset(),
    onSuccess: ({ invited_email }) => {
      toast(i18n.t('We emailed {email}', { email: invited_email }));
      return reload();
    },
  });
  const revoking = useMutation({
    mutationFn: revoke,
    onMutate: (): void => inviting.reset(),
    onSuccess: (_done, { invited_email }) => {
      toast(i18n.t('The invitation to {email} no longer works', { email: invited_email }));
      return reload();
    },
  });
  const submit = form.handleSubmit(({ email: to }) => {
    if (!inviting.isPending)
      inviting.mutate(to, { onSuccess: () => form.reset({ email: '' }, { keepDirtyValues: false }) });
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t pt-5">
      <Form onSubmit={submit} className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            {...fieldProps(form, 'email')}
            label={i18n.t('Invite by email')}
            type="email"
            autoComplete="off"
            placeholder={i18n.t('name@example.com')}
            maxLength={254}
          />
        </div>
        <Button type="submit" kind={kind} isBusy={inviting.isPending} className="mt-[27px] h-[52px]!">
          {i18n.t('Invite')}
        </Button>
      </Form>
      <ErrorNotice error={inviting.error ?? revoking.error} />
      {shown.length > 0 && (
        <ul aria-label={i18n.t('Invited')} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {shown.map((invite) => (
            <InviteRow
              key={invite.id}
              invite={invite}
              isSending={inviting.isPending && inviting.variables === invite.invited_email}
              onResend={() => inviting.mutate(invite.invited_email)}
              onRevoke={() => revoking.mutate(invite)}
              joinedWords={joinedWords}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type InviteRowProps = {
  invite: Invite;
  isSending: boolean;
  onResend: () => void;
  onRevoke: () => void;
  joinedWords: string;
};

function InviteRow({ invite, isSending, onResend, onRevoke, joinedWords }: InviteRowProps) {
  const { invited_email, joined, resend_at, created_at } = invite;
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5">
      <span
        aria-hidden
        className={`grid size-8 flex-none place-items-center rounded-full ${joined ? 'bg-ok-bg text-ok' : 'bg-sunk text-ink-2'}`}
      >
        {joined ? <Check size={18} strokeWidth={2.2} /> : <Mail size={17} strokeWidth={1.8} />}
      </span>
      <span className="mr-auto min-w-0 text-15 leading-tight">
        <span className="block truncate font-medium">{invited_email}</span>
        <span className="text-13 text-ink-2">
          {joined ? joinedWords : i18n.t('Invited {age}', { age: formatAge(created_at) })}
        </span>
      </span>
      {!joined && resend_at !== null && (
        <Resend at={resend_at} email={invited_email} isSending={isSending} onResend={onResend} />
      )}
      {!joined && (
        <Button
          icon={X}
          kind="ghost"
          size="icon"
          onClick={onRevoke}
          aria-label={i18n.t('Cancel the invitation to {email}', { email: invited_email })}
          className="-mr-2.5 flex-none"
        />
      )}
    </li>
  );
}

type ResendProps = { at: string; email: string; isSending: boolean; onResend: () => void };

/** The server allows another email only after a pause. */
function Resend({ at, email, isSending, onResend }: ResendProps) {
  const isAllowed = useHasPassed(new Date(at).getTime());
  if (!isAllowed) return <span className="text-13 text-ink-2">{i18n.t('Sent')}</span>;
  return (
    <Button
      kind="ghost"
      size="small"
      isBusy={isSending}
      onClick={onResend}
      aria-label={i18n.t('Send again to {email}', { email })}
    >
      {i18n.t('Send again')}
    </Button>
  );
}

type OrderInvitesProps = { orderId: number; orderKey: string };

export function OrderInvites({ orderId, orderKey }: OrderInvitesProps) {
  return (
    <InviteByMail
      query={orderInvitesQuery(orderId)}
      send={(email) =>
        callApi(inviteEndpoints.inviteToOrder, {
          body: { orderId, invited_email: email, order_key: orderKey },
        })
      }
      revoke={({ id }) => callApi(inviteEndpoints.revokeOrderInvite, { params: { id } })}
      kind="line"
    />
  );
}

/** Invites to the previews of an album, by link, code or email. */
export function InviteParent({ album }: { album: AlbumOnly }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LinkButtons path={paths.viewAlbum(album.uuid)} title={teamName(album)} hasCode />
      <InviteByMail
        query={albumInvitesQuery(album.id)}
        send={(email) =>
          callApi(inviteEndpoints.inviteToAlbum, {
            body: { albumId: album.id, email, albumUUID: album.uuid },
          })
        }
        revoke={({ id }) => callApi(inviteEndpoints.revokeAlbumInvite, { params: { id } })}
        joinedWords={i18n.t('Opened')}
      />
    </div>
  );
}
