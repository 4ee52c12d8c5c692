import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Invite } from '#contract/endpoints/invites.ts';
import { readEmailAddress } from '#contract/rules/email-address.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { InviteList } from './invite-list.tsx';
import type { InvitesQuery } from './invites.query.ts';

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
  const [text, setText] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const inviting = useMutation({
    mutationFn: send,
    onMutate: () => setProblem(undefined),
    onSuccess: ({ invited_email }) => {
      toast(`Invitation sent to ${invited_email}`);
      return reload();
    },
    onError: (error) => setProblem(messageOf(error)),
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
  const address = readEmailAddress(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (address === undefined || inviting.isPending) return;
    const clear = () => {
      setText('');
      setIsChecked(false);
    };
    inviting.mutate(address, { onSuccess: clear });
  };
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
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={isChecked && address === undefined ? 'Enter a valid e-mail address' : undefined}
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
        onResend={(email) => inviting.mutate(email)}
        onRevoke={revoking.mutate}
        {...(joinedWords && { joinedWords })}
      />
    </div>
  );
}
