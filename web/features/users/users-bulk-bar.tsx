import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, LogOut } from 'lucide-react';
import { useState } from 'react';
import { type BulkUserAction, userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { UserSummary } from '#contract/entities/user.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { BulkBar } from '#web/components/list/bulk-bar.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import type { ListRows } from '#web/lib/lists/list-rows.ts';
import { toastBulkAnswer } from '#web/lib/lists/toast-bulk-answer.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import { toast } from '#web/lib/toast.ts';
import { USERS } from './users.query.ts';

const ACTIONS: Record<
  BulkUserAction,
  { label: string; short: string; icon: typeof LogOut; sentence: string; done: (users: string) => string }
> = {
  send_password_link: {
    label: 'Send password link',
    short: 'Password',
    icon: KeyRound,
    sentence:
      'Each user gets an e-mail with a link to set a new password. The old password works until then.',
    done: (users) => `Password links sent to ${users}`,
  },
  log_out: {
    label: 'Log out everywhere',
    short: 'Log out',
    icon: LogOut,
    sentence: 'All their sessions end at once. They have to log in again on each device.',
    done: (users) => `${users} logged out everywhere`,
  },
};

type UsersBulkBarProps = { rows: ListRows<UserSummary>; selection: Selection<UserSummary> };

export function UsersBulkBar({ rows, selection }: UsersBulkBarProps) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<BulkUserAction>();
  const act = useMutation({
    mutationFn: (action: BulkUserAction) =>
      callApi(userAdministrationEndpoints.actOnUsers, {
        body: { ids: selection.rows.map(({ id }) => id), action },
      }),
    onSuccess: (answer, action) => {
      toastBulkAnswer(answer, {
        done: (count) => ACTIONS[action].done(countOf(count, 'user')),
        nameOf: (id) => selection.rows.find((user) => user.id === id)?.name ?? `User ${id}`,
      });
      if (answer.refused.length === 0) selection.clear();
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => {
      setAsked(undefined);
      return queryClient.invalidateQueries({ queryKey: [...USERS, 'one'] });
    },
  });
  return (
    <>
      <BulkBar noun="user" rows={rows} selection={selection} isPane>
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
      </BulkBar>
      {asked && (
        <ConfirmDialog
          title={`${ACTIONS[asked].label}: ${countOf(selection.count, 'user')}?`}
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
