import { KeyRound, LogOut } from 'lucide-react';
import {
  type BulkUserAction,
  userAdministrationEndpoints,
  userListEndpoints,
} from '#contract/endpoints/user-administration.ts';
import type { UserSummary } from '#contract/entities/user.ts';
import { userList } from '#contract/lists/users.ts';
import { ROLE_NAMES } from '#contract/rules/permissions.ts';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { KeyBar } from '#web/components/keys-sheet.tsx';
import { BulkAction, BulkBar } from '#web/components/list/bulk-bar.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatDay, nameOfPerson } from '#web/lib/formats.ts';
import { toastBulkAnswer, useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { type Selection, useSelection } from '#web/lib/lists/use-selection.ts';
import { paths } from '#web/lib/navigation.tsx';
import { userCan, useUser } from '#web/lib/session.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { listHints } from './panel.tsx';
import { SuspendedMark } from './suspension-panel.tsx';

function NameOf({ user }: { user: UserSummary }) {
  return (
    <>
      <b className="font-[650] text-ink">{nameOfPerson(user)}</b>
      {user.suspended_at && <SuspendedMark className="ml-2" />}
    </>
  );
}

const idOf = ({ id }: UserSummary) => id;

export function UsersList() {
  const rows = useServerRows(useListState(userList), userListEndpoints);
  const selection = useSelection({ idOf, rows });
  const maySelect = userCan(useUser(), 'change_customers');
  return (
    <>
      <ListToolbar rows={rows} className="border-line border-b px-4 py-2.5 desk:px-5" />
      <StaffList
        rows={rows}
        idOf={idOf}
        nameOf={nameOfPerson}
        selection={maySelect ? selection : undefined}
        isPane
        linkTo={({ id }) => paths.adminUser(id)}
        titleColumn="name"
        cells={{
          name: { cell: (user) => <NameOf user={user} />, width: '26%', className: maySelect ? '' : 'pl-5!' },
          email: { width: '34%' },
          phone_number: { className: 'tabular-nums' },
          type: { width: '110px' },
          created_at: {
            cell: ({ created_at }) => formatDay(created_at),
            width: '120px',
            className: 'pr-5! text-right tabular-nums',
          },
        }}
        card={({ email, type, suspended_at, ...user }) => (
          <span className={`grid min-w-0 gap-0.5 py-3.5 pr-4 *:truncate ${maySelect ? '' : 'pl-4'}`}>
            <b className="text-15 font-[650]">{nameOfPerson({ ...user, email })}</b>
            <span className="text-13 text-ink-2">
              {email}
              {type !== 'authenticated' && `, ${ROLE_NAMES[type]}`}
              {suspended_at && ', suspended'}
            </span>
          </span>
        )}
        empty={<EmptyState title="No users" sentence="Nobody has registered yet." />}
      />
      <KeyBar hints={listHints('user', true)} />
      <UsersBulkBar selection={selection} />
    </>
  );
}

const ACTIONS: Record<
  BulkUserAction,
  { label: string; short: string; icon: typeof LogOut; sentence: string; done: (users: string) => string }
> = {
  send_password_link: {
    label: 'Send password link',
    short: 'Password',
    icon: KeyRound,
    sentence:
      'Each user with an email address gets a link to set a new password. The old password works until then.',
    done: (users) => `Password links sent to ${users}`,
  },
  log_out: {
    label: 'Log out everywhere',
    short: 'Log out',
    icon: LogOut,
    sentence: 'They’re logged out right away and have to log in again on each device.',
    done: (users) => `${users} logged out everywhere`,
  },
};

function UsersBulkBar({ selection }: { selection: Selection<UserSummary> }) {
  const act = useStaffAction(
    (action: BulkUserAction) =>
      callApi(userAdministrationEndpoints.actOnUsers, {
        body: { ids: selection.rows.map(({ id }) => id), action },
      }),
    (answer, action) => {
      toastBulkAnswer(answer, {
        done: (count) => ACTIONS[action].done(countOf(count, 'user')),
        nameOf: (id) => selection.rows.filter((user) => user.id === id).map(nameOfPerson)[0] ?? `User ${id}`,
      });
      if (answer.refused.length === 0) selection.clear();
    },
  );
  const { ask, question } = useConfirmed(act, (action) => ({
    title: `${ACTIONS[action].label}: ${countOf(selection.count, 'user')}?`,
    sentence: ACTIONS[action].sentence,
    confirmLabel: ACTIONS[action].label,
  }));
  return (
    <>
      <BulkBar noun="user" selection={selection} isPane>
        {(Object.keys(ACTIONS) as BulkUserAction[]).map((action) => {
          const { label, short, icon: Icon } = ACTIONS[action];
          return (
            <BulkAction icon={Icon} key={action} aria-label={label} onClick={() => ask(action)}>
              <span className="max-desk:hidden">{label}</span>
              <span className="desk:hidden">{short}</span>
            </BulkAction>
          );
        })}
      </BulkBar>
      {question}
    </>
  );
}
