import { ListPage } from '#web/components/list/staff-list.tsx';
import { UsersList } from '#web/features/users/users-list.tsx';

export function AdminUsersPage() {
  return (
    <ListPage title="Users">
      <UsersList />
    </ListPage>
  );
}
