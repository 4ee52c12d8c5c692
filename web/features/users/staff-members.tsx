import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CHANGEABLE_ROLES,
  newStaffInvitation,
  userAdministrationEndpoints,
} from '#contract/endpoints/user-administration.ts';
import { ROLE_NAMES } from '#contract/rules/permissions.ts';
import { Button } from '#web/components/button.tsx';
import { RadioCard, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { formatAge, nameOfPerson } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';

export function StaffList() {
  const query = useQuery(apiQuery(['staff', 'members'], userAdministrationEndpoints.listStaff));
  return (
    <QueryState query={query} loading={<Skeleton label="Loading staff" className="h-24" />}>
      {(staff) => (
        <ul aria-label="Staff" className="-my-2 grid">
          {staff.map(({ id, name, email, type, last_seen_at }) => (
            <li key={id} className="border-line not-last:border-b">
              <Link
                to={paths.adminUser(id)}
                className="group grid min-h-14 content-center gap-x-4 py-2 text-14 sm:grid-cols-[minmax(0,1fr)_96px_132px] sm:items-center"
              >
                <span className="grid min-w-0">
                  <b className="truncate font-[650] underline-offset-2 group-hover:underline">
                    {nameOfPerson({ id, name, email })}
                  </b>
                  <span className="truncate text-13 text-ink-2">{email}</span>
                </span>
                <span>{ROLE_NAMES[type]}</span>
                <span className="text-13 text-ink-2">
                  {last_seen_at ? `Seen ${formatAge(last_seen_at)}` : 'No activity yet'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  );
}

const invitationsQuery = apiQuery(['staff', 'invitations'], userAdministrationEndpoints.listInvitations);

/** Colleagues who were invited and have not joined yet. */
export function StaffInvitations() {
  const { data = [] } = useQuery(invitationsQuery);
  const withdraw = useStaffAction(
    (id: number) => callApi(userAdministrationEndpoints.withdrawInvitation, { params: { id } }),
    () => toast('Invitation withdrawn'),
  );
  if (data.length === 0) return null;
  return (
    <ul aria-label="Invited" className="mt-2 grid border-line border-t">
      {data.map(({ id, email, role, invited_by, expires_at }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line py-2 text-14 not-last:border-b"
        >
          <span className="grid min-w-0 flex-1">
            <span className="truncate">{email}</span>
            <span className="text-13 text-ink-2">
              {ROLE_NAMES[role]}, invited by {invited_by}. The link expires {formatAge(expires_at)}.
            </span>
          </span>
          <Button
            kind="ghost"
            size="small"
            aria-label={`Withdraw the invitation of ${email}`}
            isBusy={withdraw.isPending && withdraw.variables === id}
            onClick={() => withdraw.mutate(id)}
          >
            Withdraw
          </Button>
        </li>
      ))}
    </ul>
  );
}

export function InviteButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="line" size="small" onClick={() => setIsOpen(true)}>
        Invite a colleague
      </Button>
      {isOpen && <InviteSheet onClose={() => setIsOpen(false)} />}
    </>
  );
}

function InviteSheet({ onClose }: { onClose: () => void }) {
  const form = useContractForm({ schema: newStaffInvitation, defaultValues: { email: '', role: '' } });
  const queryClient = useQueryClient();
  const invite = useFormMutation(form, {
    send: (body) => callApi(userAdministrationEndpoints.inviteStaff, { body }),
    onSuccess: async ({ email }) => {
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
      toast(`Invitation sent to ${email}`);
      onClose();
    },
  });
  const { errors } = form.formState;
  return (
    <FormSheet
      title="Invite a colleague"
      description="They get an email with a link that works once, within 7 days."
      submitLabel="Send invitation"
      guard={invite}
      onClose={onClose}
    >
      <TextField {...fieldProps(form, 'email')} label="Email" type="email" maxLength={254} />
      <fieldset className="grid gap-2">
        <legend className="pb-2 text-14 font-[650]">Role</legend>
        {[...CHANGEABLE_ROLES, 'super' as const].map((role) => (
          <RadioCard key={role} {...form.register('role')} value={role}>
            {ROLE_NAMES[role]}
          </RadioCard>
        ))}
        {errors.role && <p className="text-14 text-bad">Choose a role</p>}
      </fieldset>
    </FormSheet>
  );
}
