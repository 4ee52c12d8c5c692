import { useMutation, useQueryClient } from '@tanstack/react-query';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { User } from '#contract/entities/user.ts';
import { historyList } from '#contract/lists/history.ts';
import { scrapingMonitorList } from '#contract/lists/operations.ts';
import { userList } from '#contract/lists/users.ts';
import { roleCan } from '#contract/rules/permissions.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatAge } from '#web/lib/formats.ts';
import { listKey } from '#web/lib/lists/list-rows.ts';
import { useAsked } from '#web/lib/search-params.ts';
import { useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { PanelFrame } from './panel.tsx';
import { userKey } from './users.query.ts';

/** Staff accounts are suspended by supers, and nobody suspends themselves. */
export function SuspensionPanel({ user }: { user: User }) {
  const me = useUser();
  const [isAsking, setIsAsking] = useAsked('suspend');
  const { suspend, lift } = useSuspend();
  const mayAct = me.id !== user.id && (user.type === 'authenticated' || roleCan(me.type, 'settings'));
  if (!mayAct) return null;
  return (
    <PanelFrame title="Access">
      <div className="grid gap-3 p-4 text-14">
        <p className="text-ink-2">
          {user.suspended_at
            ? `Suspended ${formatAge(user.suspended_at)}. The account cannot log in and its picture addresses do not work.`
            : 'A suspended account loses its sessions and picture addresses at once and cannot log in.'}
        </p>
        {user.suspended_at ? (
          <Button
            kind="line"
            size="small"
            className="justify-self-start"
            isBusy={lift.isPending}
            onClick={() => lift.mutate(user)}
          >
            Lift suspension
          </Button>
        ) : (
          <Button kind="line" size="small" className="justify-self-start" onClick={() => setIsAsking(true)}>
            Suspend account
          </Button>
        )}
      </div>
      {isAsking && !user.suspended_at && (
        <SuspendDialog
          name={user.name}
          isBusy={suspend.isPending}
          onConfirm={() => suspend.mutate(user, { onSettled: () => setIsAsking(false) })}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </PanelFrame>
  );
}

type Account = { id: number; name: string };

/** Suspends an account, or lifts the suspension; the message offers to undo the first. */
export function useSuspend() {
  const queryClient = useQueryClient();
  const refresh = ({ id }: Account) => {
    for (const list of [scrapingMonitorList, historyList, userList]) {
      void queryClient.invalidateQueries({ queryKey: listKey(list) });
    }
    return queryClient.invalidateQueries({ queryKey: userKey(id) });
  };
  const lift = useMutation({
    mutationFn: ({ id }: Account) => callApi(userAdministrationEndpoints.unsuspendUser, { params: { id } }),
    onSuccess: (_answer, account) => {
      toast(`${account.name} can log in again`);
      return refresh(account);
    },
    onError: toast.failure,
  });
  const suspend = useMutation({
    mutationFn: ({ id }: Account) => callApi(userAdministrationEndpoints.suspendUser, { params: { id } }),
    onSuccess: (_answer, account) => {
      toast.undo(`${account.name} is suspended`, () => lift.mutate(account));
      return refresh(account);
    },
    onError: toast.failure,
  });
  return { suspend, lift };
}

type SuspendDialogProps = { name: string; isBusy: boolean; onConfirm: () => void; onCancel: () => void };

export function SuspendDialog({ name, isBusy, onConfirm, onCancel }: SuspendDialogProps) {
  return (
    <ConfirmDialog
      title={`Suspend ${name}?`}
      sentence="All sessions and picture addresses of this account end at once, and it cannot log in. Nothing is deleted, and you can undo it."
      confirmLabel="Suspend account"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}

export function SuspendedMark({ className = '' }: { className?: string }) {
  return (
    <span
      className={`inline-block rounded-full bg-bad-bg px-2 text-12 leading-5 font-[650] tracking-normal text-bad ${className}`}
    >
      Suspended
    </span>
  );
}
