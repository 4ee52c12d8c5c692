import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { User } from '#contract/entities/user.ts';
import { ROLE_NAMES } from '#contract/lists/users.ts';
import { isStaff, ROLES, type Role, roleCan } from '#contract/rules/permissions.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/formats.ts';
import { useUser } from '#web/lib/session.ts';
import { Panel } from './panel.tsx';
import { ProfileSheet } from './profile-sheet.tsx';
import { SecondFactorLine } from './second-factor-line.tsx';
import { useUserAction } from './use-user-action.ts';
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
          <Button kind="ghost" size="small" className="-mr-3" onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {(user) => (
        <>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 p-4 text-14 *:even:break-words *:odd:text-ink-2">
            <dt>E-mail</dt>
            <dd>{user.email}</dd>
            <dt>Phone</dt>
            <dd>
              {user.phone_number
                ? `${user.phone_number}${user.phone_verified ? ', verified' : ', not verified'}`
                : 'None'}
            </dd>
            <dt>Born</dt>
            <dd>{user.birth_date ? formatDate(user.birth_date) : 'Not given'}</dd>
            <dt>Place</dt>
            <dd>{placeOf(user)}</dd>
            <dt>Joined</dt>
            <dd>{formatDate(user.created_at)}</dd>
            <dt>Saved cards</dt>
            <dd>
              {user.payment_sources.map(({ brand, last4 }) => `${brand} ${last4}`).join(', ') || 'None'}
            </dd>
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
function RoleChoice({ user }: { user: User }) {
  const me = useUser();
  const [wanted, setWanted] = useState<Role>();
  const change = useUserAction(
    user.id,
    (role: Role) =>
      callApi(userAdministrationEndpoints.changeRole, { params: { id: user.id }, body: { role } }),
    ({ name, type }) => `${name} is ${ROLE_NAMES[type]} now`,
  );
  const mayChange = roleCan(me.type, 'settings') && me.id !== user.id;
  return (
    <div className="flex items-center justify-between gap-3 border-line border-t px-4 py-2.5 text-14">
      <span className="text-ink-2">Role</span>
      {mayChange ? (
        <select
          aria-label="Role"
          value={user.type}
          onChange={(event) => setWanted(event.target.value as Role)}
          className="h-11 rounded-ctl border border-edge bg-surface px-3 text-14 text-ink desk:h-9"
        >
          {ROLES.toReversed().map((role) => (
            <option key={role} value={role}>
              {ROLE_NAMES[role]}
            </option>
          ))}
        </select>
      ) : (
        <b className="font-[650]">{ROLE_NAMES[user.type]}</b>
      )}
      {wanted && wanted !== user.type && (
        <ConfirmDialog
          title={`Make ${user.name} ${ROLE_NAMES[wanted]}?`}
          sentence={`What this account may see and do changes at once, from ${ROLE_NAMES[user.type]} to ${ROLE_NAMES[wanted]}.`}
          confirmLabel="Change role"
          isBusy={change.isPending}
          onConfirm={() => change.mutate(wanted, { onSettled: () => setWanted(undefined) })}
          onCancel={() => setWanted(undefined)}
        />
      )}
    </div>
  );
}
