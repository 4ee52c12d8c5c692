import { Check, Mail, X } from 'lucide-react';
import type { Invite } from '#contract/endpoints/invites.ts';
import { Button } from '#web/components/button.tsx';
import { buttonStyle } from '#web/components/button-style.ts';
import { formatAge } from '#web/lib/formats.ts';
import { useHasPassed } from '#web/lib/use-has-passed.ts';

type InviteListProps = {
  invites: readonly Invite[];
  sending: string | undefined;
  onResend: (email: string) => void;
  onRevoke: (invite: Invite) => void;
  joinedWords?: string;
};

export function InviteList({
  invites,
  sending,
  onResend,
  onRevoke,
  joinedWords = 'Joined',
}: InviteListProps) {
  const shown = invites.filter(({ revoked }) => !revoked);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Invited" className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
      {shown.map((invite) => (
        <InviteRow
          key={invite.id}
          invite={invite}
          isSending={sending === invite.invited_email}
          onResend={() => onResend(invite.invited_email)}
          onRevoke={() => onRevoke(invite)}
          joinedWords={joinedWords}
        />
      ))}
    </ul>
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
          {joined ? joinedWords : `Invited ${formatAge(created_at)}`}
        </span>
      </span>
      {!joined && resend_at !== null && (
        <Resend at={resend_at} email={invited_email} isSending={isSending} onResend={onResend} />
      )}
      {!joined && (
        <button
          type="button"
          onClick={onRevoke}
          aria-label={`Revoke the invitation to ${invited_email}`}
          className={`${buttonStyle('ghost', 'icon')} -mr-2.5 flex-none`}
        >
          <X aria-hidden size={20} strokeWidth={1.8} />
        </button>
      )}
    </li>
  );
}

type ResendProps = { at: string; email: string; isSending: boolean; onResend: () => void };

/** The server allows another e-mail only after a pause. */
function Resend({ at, email, isSending, onResend }: ResendProps) {
  const isAllowed = useHasPassed(new Date(at).getTime());
  if (!isAllowed) return <span className="text-13 text-ink-2">Sent</span>;
  return (
    <Button
      kind="ghost"
      size="small"
      isBusy={isSending}
      onClick={onResend}
      aria-label={`Send again to ${email}`}
    >
      Send again
    </Button>
  );
}
