import { useQuery } from '@tanstack/react-query';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { ROLE_NAMES } from '#contract/rules/permissions.ts';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { formatAge } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { USERS } from './users.query.ts';

export function StaffList() {
  const { data, error, refetch } = useQuery(
    apiQuery([...USERS, 'staff'], userAdministrationEndpoints.listStaff),
  );
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading staff" className="h-24" />;
  return (
    <ul aria-label="Staff" className="-my-2 grid">
      {data.map(({ id, name, email, type, last_seen_at }) => (
        <li key={id} className="border-line not-last:border-b">
          <Link
            to={paths.adminUser(id)}
            className="group grid min-h-14 content-center gap-x-4 py-2 text-14 sm:grid-cols-[minmax(0,1fr)_96px_132px] sm:items-center"
          >
            <span className="grid min-w-0">
              <b className="truncate font-[650] underline-offset-2 group-hover:underline">{name}</b>
              <span className="truncate text-13 text-ink-2">{email}</span>
            </span>
            <span>{ROLE_NAMES[type]}</span>
            <span className="text-13 text-ink-2">
              {last_seen_at ? `Seen ${formatAge(last_seen_at)}` : 'Not logged in'}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
