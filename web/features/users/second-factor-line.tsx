import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import type { User } from '#contract/entities/user.ts';
import { roleCan } from '#contract/rules/permissions.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { useUser } from '#web/lib/session.ts';
import { useUserAction } from './use-user-action.ts';

/** A super resets it for a colleague who lost phone and recovery codes, and helps one who cannot read their mail. */
export function SecondFactorLine({ user }: { user: User }) {
  const me = useUser();
  const [isAsking, setIsAsking] = useState(false);
  const reset = useUserAction(
    user.id,
    () => callApi(secondFactorEndpoints.resetSecondFactor, { params: { id: user.id } }),
    () => 'Two-step login reset',
  );
  const approve = useMutation({
    mutationFn: () => callApi(secondFactorEndpoints.approveSecondFactor, { params: { id: user.id } }),
  });
  const mayHelp = roleCan(me.type, 'settings') && me.id !== user.id;
  const mayReset = user.second_factor_on && mayHelp;
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-2.5 text-14">
      <span className="text-ink-2">Two-step login</span>
      <span className="flex items-center gap-3">
        <b className="font-[650]">{user.second_factor_on ? 'On' : 'Off'}</b>
        {mayReset && (
          <Button kind="line" size="small" onClick={() => setIsAsking(true)}>
            Reset
          </Button>
        )}
      </span>
      {user.second_factor_needed && mayHelp && (
        <div className="grid w-full justify-items-start gap-2">
          {approve.data ? (
            <p role="status">
              Code <b className="font-[650] tracking-wide">{approve.data.code}</b>, good for ten minutes. Tell
              it only to someone you recognize.
            </p>
          ) : (
            <Button kind="line" size="small" isBusy={approve.isPending} onClick={() => approve.mutate()}>
              Let them set it up
            </Button>
          )}
          {approve.isError && <p className="text-bad">{messageOf(approve.error)}</p>}
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Reset two-step login of ${user.name}?`}
          sentence="Do this only if you are sure who is asking. All passkeys and the app go, all sessions end, and the next login takes only the password."
          confirmLabel="Reset"
          isBusy={reset.isPending}
          onConfirm={() => reset.mutate(undefined, { onSettled: () => setIsAsking(false) })}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
