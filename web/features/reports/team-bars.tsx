import type { SalesCharts } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { countOf } from '#web/lib/count-words.ts';

/** The best teams. A list of bars is its own table: each line says what its bar shows. */
export function TeamBars({ teams }: { teams: SalesCharts['by_team'] }) {
  const largest = Math.max(1, ...teams.map(({ net }) => net));
  if (teams.length === 0) return <p className="text-15 text-ink-2">No sales on these days</p>;
  return (
    <ol className="grid gap-2.5 text-14">
      {teams.map(({ program_name, team_name, albums, net }) => (
        <li key={`${program_name} ${team_name}`} className="grid gap-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate">
              <b className="font-[650]">{program_name}</b> {team_name}
              <span className="text-13 text-ink-2"> {countOf(albums, 'album')}</span>
            </span>
            <span className="flex-none font-semibold tabular-nums">{formatCents(net)}</span>
          </span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden className="block h-1.5 w-full">
            <rect width={100} height={1} className="fill-sunk" />
            <rect width={Math.max(0, (net / largest) * 100)} height={1} className="fill-spot" />
          </svg>
        </li>
      ))}
    </ol>
  );
}
