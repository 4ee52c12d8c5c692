import { Link, paths } from '#web/lib/navigation.tsx';
import { useSiteName } from '#web/lib/site.query.ts';

export function Mark() {
  const siteName = useSiteName();
  return (
    <span className="-ml-2 inline-flex items-center">
      <Link
        to={paths.home}
        aria-label={`${siteName} home`}
        className="grid h-11 w-9 place-items-center rounded-full"
      >
        <span aria-hidden className="spot-mark size-5 rounded-full" />
      </Link>
      <Link
        to={paths.home}
        className="inline-flex h-11 min-w-0 items-center rounded-tile px-1 text-22 leading-none font-extrabold tracking-[-0.045em] lowercase"
      >
        <span className="max-w-[10em] truncate py-1">{siteName}</span>
      </Link>
    </span>
  );
}
