import { Search } from 'lucide-react';
import { useRef } from 'react';
import { CsvButton } from '#web/components/csv-button.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { useTypedSearch } from '#web/lib/use-typed-search.ts';
import { ROLE_WORDS } from './role-words.ts';
import { useUserPlace } from './use-user-place.ts';
import { toUserCsv } from './user-csv.ts';
import { exportUsers } from './users.query.ts';

/** Search, filter by role, and what the filter lets through as a file. */
export function UsersToolbar() {
  const { place, go } = useUserPlace();
  const { typed, type } = useTypedSearch();
  const field = useRef<HTMLInputElement>(null);
  useHotkeys({
    '/': (event) => {
      event.preventDefault();
      field.current?.focus();
    },
  });
  return (
    <div className="flex flex-wrap gap-2 border-line border-b px-4 py-2.5 desk:px-5">
      <label className="flex h-11 min-w-0 flex-1 basis-32 items-center gap-2 rounded-ctl bg-sunk px-3 text-ink-2 focus-within:outline-2 focus-within:outline-focus desk:h-9 desk:max-w-[340px]">
        <Search aria-hidden size={18} strokeWidth={1.8} className="flex-none" />
        <input
          ref={field}
          type="search"
          aria-label="Find users"
          placeholder="Name or e-mail"
          maxLength={254}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
          className="min-w-0 flex-1 bg-transparent text-16 text-ink outline-none desk:text-14"
        />
        <kbd className="rounded-[5px] border border-line bg-bg px-1.5 text-11 font-semibold text-ink-3 not-desk:hidden">
          /
        </kbd>
      </label>
      <FilterSelect
        label="Role"
        all="All roles"
        value={place.type ?? ''}
        options={ROLE_WORDS}
        onChange={(role) => go({ role })}
      />
      <CsvButton
        fileName="users.csv"
        makeCsv={async () => toUserCsv(await exportUsers(place))}
        className="desk:ml-auto"
      />
    </div>
  );
}
