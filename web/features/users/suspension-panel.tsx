import { useQueryClient } from '@tanstack/react-query';
import type { ReadUser } from '#contract/endpoints/accounts.ts';
import { suspension, userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { SUSPENSION_REASON_KEYS, SUSPENSION_REASONS } from '#contract/rules/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { RadioCard, TextAreaField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatAge, nameOfPerson } from '#web/lib/formats.ts';
import { useAsked } from '#web/lib/search-params.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { PanelFrame } from './panel.tsx';

/** Staff accounts are suspended by supers, and nobody suspends themselves. */
export function SuspensionPanel({ user }: { user: ReadUser }) {
  const me = useUser();
  const [isAsking, setIsAsking] = useAsked('suspend');
  const lift = useLiftSuspension();
  const isOther = me.id !== user.id && (user.type === 'authenticated' || userCan(me, 'settings'));
  if (!isOther || !userCan(me, 'change_customers')) return null;
  return (
    <PanelFrame title="Access">
      <div className="grid gap-3 p-4 text-14">
        {user.suspended_at && user.suspension && (
          <p className="break-words">
            <b className="font-[650]">{SUSPENSION_REASONS[user.suspension.reason]}.</b> {user.suspension.note}
          </p>
        )}
        <p className="text-ink-2">
          {user.suspended_at
            ? `Suspended ${formatAge(user.suspended_at)}. They can’t log in or see photos.`
            : 'A suspended account is logged out everywhere and can’t log in or see photos.'}
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
      {isAsking && !user.suspended_at && <SuspendDialog account={user} onClose={() => setIsAsking(false)} />}
    </PanelFrame>
  );
}

type Account = { id: number; name: string; email: string | null; version?: number | undefined };

export const useLiftSuspension = () =>
  useStaffAction(
    ({ id }: Account) => callApi(userAdministrationEndpoints.unsuspendUser, { params: { id } }),
    (_answer, account) => toast(`${nameOfPerson(account)} can log in again`),
  );

const MAX_NOTE = 1_000;

export function SuspendDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { id, version } = account;
  const name = nameOfPerson(account);
  const lift = useLiftSuspension();
  const form = useContractForm({ schema: suspension, defaultValues: { reason: '', note: '' } });
  const queryClient = useQueryClient();
  const suspend = useFormMutation(form, {
    send: (why) =>
      callApi(userAdministrationEndpoints.suspendUser, { params: { id }, body: { ...why, version } }),
    onSuccess: () => {
      toast.undo(`${name} is suspended`, () => lift.mutate(account));
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['staff'] }),
  });
  const { errors } = form.formState;
  return (
    <FormSheet
      title={`Suspend ${name}?`}
      description="They’re logged out everywhere and can’t log in or see photos. Nothing is deleted, and you can undo it."
      submitLabel="Suspend account"
      submitKind="bad"
      guard={suspend}
      onClose={onClose}
    >
      <fieldset className="grid gap-2">
        <legend className="pb-2 text-14 font-[650]">Reason</legend>
        {SUSPENSION_REASON_KEYS.map((reason) => (
          <RadioCard key={reason} {...form.register('reason')} value={reason}>
            {SUSPENSION_REASONS[reason]}
          </RadioCard>
        ))}
        {errors.reason && <p className="text-14 text-bad">{errors.reason.message}</p>}
      </fieldset>
      <TextAreaField
        {...fieldProps(form, 'note')}
        label="Note"
        hint="For our records. The customer doesn’t see it."
        maxLength={MAX_NOTE}
      />
    </FormSheet>
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
