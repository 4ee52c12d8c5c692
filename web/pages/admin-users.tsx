import { UsersList } from '#web/features/users/users-list.tsx';

export function AdminUsersPage() {
  return (
    <div className="relative grid h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      <header className="flex h-14 items-center border-line border-b px-4 desk:px-5">
        <h1 tabIndex={-1} className="text-18 font-[750] tracking-[-0.02em]">
          Users
        </h1>
      </header>
      <UsersList />
    </div>
  );
}
