import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUserPlace } from '#web/features/users/use-user-place.ts';
import { UserKeys } from '#web/features/users/user-keys.tsx';
import { NOBODY } from '#web/features/users/user-selection.ts';
import { UserTable } from '#web/features/users/user-table.tsx';
import { userCountQuery } from '#web/features/users/users.query.ts';
import { UsersBulkBar } from '#web/features/users/users-bulk-bar.tsx';
import { UsersToolbar } from '#web/features/users/users-toolbar.tsx';
import { formatCount } from '#web/lib/count-words.ts';

export function AdminUsersPage() {
  const { place } = useUserPlace();
  const [chosen, setChosen] = useState(NOBODY);
  const { data: count } = useQuery(userCountQuery(place));
  return (
    <div className="relative grid h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      <header className="flex h-14 items-baseline gap-2 border-line border-b px-4 pt-3.5 desk:px-5">
        <h1 tabIndex={-1} className="text-18 font-[750] tracking-[-0.02em]">
          Users
        </h1>
        <span aria-live="polite" className="text-13 tabular-nums text-ink-2">
          {count !== undefined && formatCount(count)}
        </span>
      </header>
      <UsersToolbar />
      <UserTable key={`${place.q}|${place.type}|${place.sort}`} chosen={chosen} onChoose={setChosen} />
      <UserKeys />
      <UsersBulkBar chosen={chosen} onClear={() => setChosen(NOBODY)} />
    </div>
  );
}
