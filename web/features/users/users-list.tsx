import { userListEndpoints } from '#contract/endpoints/user-administration.ts';
import type { UserSummary } from '#contract/entities/user.ts';
import { ROLE_NAMES, userList } from '#contract/lists/users.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { useServerRows } from '#web/lib/lists/use-server-rows.ts';
import { nameOfPerson } from '#web/lib/name-of-person.ts';
import { paths } from '#web/lib/paths.ts';
import { ListKeys } from './list-keys.tsx';
import { SuspendedMark } from './suspended-mark.tsx';
import { UsersBulkBar } from './users-bulk-bar.tsx';

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
  const state = useListState(userList);
  const rows = useServerRows(state, userListEndpoints);
  const selection = useSelection({ idOf, rows, max: userList.maxSelected, filters: state.filters });
  return (
    <>
      <ListToolbar state={state} rows={rows} className="border-line border-b px-4 py-2.5 desk:px-5" />
      <StaffList
        state={state}
        rows={rows}
        idOf={idOf}
        nameOf={nameOfPerson}
        selection={selection}
        isPane
        linkTo={({ id }) => paths.adminUser(id)}
        titleColumn="name"
        cells={{
          name: { cell: (user) => <NameOf user={user} />, width: '26%' },
          email: { cell: ({ email }) => email, width: '34%' },
          phone_number: { cell: ({ phone_number }) => phone_number, className: 'tabular-nums' },
          type: { cell: ({ type }) => ROLE_NAMES[type], width: '110px' },
          created_at: {
            cell: ({ created_at }) => formatDate(created_at),
            width: '120px',
            className: 'pr-5! text-right tabular-nums',
          },
        }}
        card={({ name, email, type, suspended_at }) => (
          <span className="grid min-w-0 gap-0.5 py-3.5 pr-4 *:truncate">
            <b className="text-15 font-[650]">{nameOfPerson({ name, email })}</b>
            <span className="text-13 text-ink-2">
              {email}
              {type !== 'authenticated' && `, ${ROLE_NAMES[type]}`}
              {suspended_at && ', suspended'}
            </span>
          </span>
        )}
        empty={<EmptyState title="No users" sentence="Nobody has registered yet." />}
      />
      <ListKeys noun="user" canOpen />
      <UsersBulkBar rows={rows} selection={selection} />
    </>
  );
}
