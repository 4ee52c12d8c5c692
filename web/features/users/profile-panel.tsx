import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountEndpoints, profileChange, type ReadUser } from '#contract/endpoints/accounts.ts';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { User } from '#contract/entities/user.ts';
import { isStaff, ROLE_NAMES, ROLES, type Role } from '#contract/rules/permissions.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { cardName } from '#web/lib/card-name.ts';
import { formatDay, nameOfPerson, todayIsoDate } from '#web/lib/formats.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { Panel } from './panel.tsx';
import { userQuery } from './users.query.ts';

export function ProfilePanel({ userId }: { userId: number }) {
  const answer = useQuery(userQuery(userId));
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Panel
      title="Profile"
      answer={answer}
      aside={
        answer.data && (
          <StaffButton kind="ghost" size="small" className="-mr-3" onClick={() => setIsEditing(true)}>
            Edit
          </StaffButton>
        )
      }
    >
      {(user) => (
        <>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 p-4 text-14 *:even:break-words *:odd:text-ink-2">
            <dt>Email</dt>
            <dd>{user.email}</dd>
            <dt>Phone</dt>
            <dd>
              {user.phone_number
                ? `${user.phone_number}${user.phone_verified ? ', verified' : ', not verified'}`
                : 'None'}
            </dd>
            <dt>Born</dt>
            <dd>{user.birth_date ? formatDay(user.birth_date) : 'Not given'}</dd>
            <dt>Place</dt>
            <dd>{placeOf(user)}</dd>
            <dt>Joined</dt>
            <dd>{formatDay(user.created_at)}</dd>
            <dt>Saved cards</dt>
            <dd>{user.payment_sources.map(cardName).join(', ') || 'None'}</dd>
            <dt>Team searches</dt>
            <dd>{user.team_subscriptions.length}</dd>
          </dl>
          <RoleChoice user={user} />
          {isStaff(user.type) && <SecondFactorLine user={user} />}
          {isEditing && <ProfileSheet user={user} onClose={() => setIsEditing(false)} />}
        </>
      )}
    </Panel>
  );
}

function placeOf({ city, state, zip_code, country }: User): string {
  return [city, state, zip_code, country].filter(Boolean).join(', ') || 'Not given';
}

/** All staff see the role; supers can change it, except their own. */
function RoleChoice({ user }: { user: ReadUser }) {
  const me = useUser();
  const change = useStaffAction(
    (role: Role) =>
      callApi(userAdministrationEndpoints.changeRole, {
        params: { id: user.id },
        body: { role, version: user.version },
      }),
    (changed) => toast(`${nameOfPerson(changed)} is ${ROLE_NAMES[changed.type]} now`),
  );
  const { ask, question } = useConfirmed(change, (wanted) => ({
    title: `Make ${nameOfPerson(user)} ${ROLE_NAMES[wanted]}?`,
    sentence: `What this account may see and do changes right away, from ${ROLE_NAMES[user.type]} to ${ROLE_NAMES[wanted]}.`,
    confirmLabel: 'Change role',
  }));
  const mayChange = userCan(me, 'settings') && me.id !== user.id;
  return (
    <div className="flex items-center justify-between gap-3 border-line border-t px-4 py-2.5 text-14">
      <span className="text-ink-2">Role</span>
      {mayChange ? (
        <FilterSelect
          label="Role"
          value={user.type}
          options={ROLES.toReversed().map((role) => [role, ROLE_NAMES[role]] as const)}
          onChange={(role) => role && role !== user.type && ask(role)}
        />
      ) : (
        <b className="font-[650]">{ROLE_NAMES[user.type]}</b>
      )}
      {question}
    </div>
  );
}

const FIELDS = [
  'first_name',
  'last_name',
  'birth_date',
  'phone_number',
  'city',
  'state',
  'zip_code',
] as const;
type Values = Record<(typeof FIELDS)[number], string>;

const LABELS: Values = {
  first_name: 'First name',
  last_name: 'Last name',
  birth_date: 'Birth date',
  phone_number: 'Phone',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP code',
};

const toValues = (user: User) =>
  Object.fromEntries(FIELDS.map((field) => [field, user[field] ?? ''])) as Values;

function toBody({ first_name, last_name, ...rest }: Values) {
  const optional = Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, value || null]));
  return { first_name, last_name, name: `${first_name.trim()} ${last_name.trim()}`, ...optional };
}

function ProfileSheet({ user, onClose }: { user: ReadUser; onClose: () => void }) {
  const params = { id: user.id };
  const { form, save } = useSavedForm({
    schema: profileChange,
    saved: user,
    toValues: (read) => toValues(read ?? user),
    toBody,
    send: ({ changes, version }) =>
      callApi(accountEndpoints.updateUser, { params, body: { ...changes, version } }),
    reload: () => callApi(accountEndpoints.getUser, { params }),
    onSaved: onClose,
  });
  return (
    <FormSheet
      title="Edit profile"
      description="A new phone number must be verified again."
      submitLabel="Save"
      guard={save}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map((field) => (
          <TextField
            key={field}
            {...fieldProps(form, field)}
            label={LABELS[field]}
            optional={!field.endsWith('_name')}
            {...(field === 'birth_date' && { type: 'date', min: '1900-01-01', max: todayIsoDate() })}
          />
        ))}
      </div>
    </FormSheet>
  );
}

/** A super resets it for a colleague who lost phone and recovery codes, and helps one who cannot read their mail. */
function SecondFactorLine({ user }: { user: User }) {
  const me = useUser();
  const reset = useStaffAction(
    () => callApi(secondFactorEndpoints.resetSecondFactor, { params: { id: user.id } }),
    () => toast('Two-step login reset'),
  );
  const { ask, question } = useConfirmed(reset, () => ({
    title: `Reset two-step login of ${nameOfPerson(user)}?`,
    sentence:
      'Do this only if you’re sure who is asking. It removes all passkeys and the authenticator app and ends every session. The next login needs only the password.',
    confirmLabel: 'Reset',
  }));
  const approve = useMutation({
    mutationFn: () => callApi(secondFactorEndpoints.approveSecondFactor, { params: { id: user.id } }),
  });
  const mayHelp = userCan(me, 'settings') && me.id !== user.id;
  const mayReset = user.second_factor_on && mayHelp;
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-2.5 text-14">
      <span className="text-ink-2">Two-step login</span>
      <span className="flex items-center gap-3">
        <b className="font-[650]">{user.second_factor_on ? 'On' : 'Off'}</b>
        {mayReset && (
          <Button kind="line" size="small" onClick={() => ask()}>
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
      {question}
    </div>
  );
}
