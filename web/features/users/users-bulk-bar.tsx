import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, LogOut } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import {
  type BulkUserAction,
  MAX_USERS_AT_ONCE,
  userAdministrationEndpoints,
} from '#contract/endpoints/user-administration.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { FloatingToolbar, TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import type { ChosenUsers } from './user-selection.ts';
import { USERS } from './users.query.ts';

const ACTIONS: Record<
  BulkUserAction,
  { label: string; short: string; icon: typeof LogOut; sentence: string; done: (users: string) => string }
> = {
  send_password_link: {
    label: 'Send password link',
    short: 'Password',
    icon: KeyRound,
    sentence: 'Each gets a mail with a link to set a new password. Their old one works until they do.',
    done: (users) => `Password links are on their way to ${users}`,
  },
  log_out: {
    label: 'Log out everywhere',
    short: 'Log out',
    icon: LogOut,
    sentence: 'Every session of theirs ends at once; they have to log in again on each device.',
    done: (users) => `${users} logged out everywhere`,
  },
};

type UsersBulkBarProps = { chosen: ChosenUsers; onClear: () => void };

/** What makes sense for several users at once; a role is changed one by one. */
export function UsersBulkBar({ chosen, onClear }: UsersBulkBarProps) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<BulkUserAction>();
  const users = countOf(chosen.size, 'user');
  const act = useMutation({
    mutationFn: (action: BulkUserAction) =>
      callApi(userAdministrationEndpoints.actOnUsers, { body: { ids: [...chosen.keys()], action } }),
    onSuccess: ({ done, refused }, action) => {
      if (done > 0) toast(ACTIONS[action].done(countOf(done, 'user')));
      const [first] = refused;
      if (first) {
        const name = chosen.get(first.id)?.name ?? `User ${first.id}`;
        const others = refused.length > 1 ? ` And ${refused.length - 1} more.` : '';
        toast.error(`Not done for ${name}: ${first.reason}${others}`);
      } else onClear();
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => {
      setAsked(undefined);
      return queryClient.invalidateQueries({ queryKey: [...USERS, 'one'] });
    },
  });
  if (chosen.size === 0) return null;
  return (
    <>
      <FloatingToolbar
        label="Selected users"
        chosen={chosen.size === MAX_USERS_AT_ONCE ? `${users}, the most at once` : users}
        clearLabel="Select nobody"
        onClear={onClear}
        isRaised
      >
        {(Object.keys(ACTIONS) as BulkUserAction[]).map((action) => {
          const { label, short, icon: Icon } = ACTIONS[action];
          return (
            <button
              key={action}
              type="button"
              aria-label={label}
              onClick={() => setAsked(action)}
              className={TOOLBAR_ACTION}
            >
              <Icon aria-hidden size={16} />
              <span className="max-desk:hidden">{label}</span>
              <span className="desk:hidden">{short}</span>
            </button>
          );
        })}
      </FloatingToolbar>
      {asked && (
        <ConfirmDialog
          title={`${ACTIONS[asked].label}: ${users}?`}
          sentence={ACTIONS[asked].sentence}
          confirmLabel={ACTIONS[asked].label}
          isBusy={act.isPending}
          onConfirm={() => act.mutate(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
