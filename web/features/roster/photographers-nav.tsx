import { Link, paths } from '#web/lib/navigation.tsx';

const PAGES = [
  [paths.adminPhotographerReport, 'Report'],
  [paths.adminPhotographers, 'Roster'],
  [paths.adminStatements, 'Statements'],
] as const;

export function PhotographersNav({ current }: { current: (typeof PAGES)[number][1] }) {
  return (
    <nav aria-label="Photographers" className="border-line border-b print:hidden">
      <ul className="flex gap-6">
        {PAGES.map(([to, label]) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={label === current ? 'page' : undefined}
              className="-mb-px flex h-12 items-center border-transparent border-b-2 text-16 font-[650] text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
