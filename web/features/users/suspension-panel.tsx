import { useState } from 'react';
import type { User } from '#contract/entities/user.ts';
import { roleCan } from '#contract/rules/permissions.ts';
import { Button } from '#web/components/button.tsx';
import { formatAge } from '#web/lib/formats.ts';
import { useUser } from '#web/lib/session.ts';
import { PanelFrame } from './panel.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { useSuspend } from './use-suspend.ts';

/** Staff accounts are suspended by supers, and nobody suspends themselves. */
export function SuspensionPanel({ user }: { user: User }) {
  const me = useUser();
  const [isAsking, setIsAsking] = useState(false);
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
      {isAsking && (
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
