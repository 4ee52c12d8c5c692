import { Link } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import { Button } from '#web/components/button.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { formatCount } from '#web/lib/count-words.ts';
import { saveTextFile } from '#web/lib/save-text-file.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';
import { TeamTable } from './team-table.tsx';
import { readShown, readSort, SHOWN, type Shown, sortTeams, teamsCsv } from './teams.ts';

const NONE_SHOWN: Record<Shown, string> = {
  all: 'The running order is not here yet. Teams appear with it.',
  unsold: 'Every published team has sold something.',
  no_photos: 'Every team has photos.',
};

export function TeamSection({ cockpit }: { cockpit: Cockpit }) {
  const shown = readShown(useSearchText('show'));
  const sort = readSort(useSearchText('sort'));
  const teams = sortTeams(cockpit.teams.filter(SHOWN[shown].matches), sort);
  return (
    <SectionCard
      title="Teams"
      aside={
        <div className="flex gap-2 print:hidden">
          <Button kind="line" size="small" onClick={() => window.print()}>
            <Printer aria-hidden size={16} />
            Print
          </Button>
          <Button
            kind="line"
            size="small"
            disabled={teams.length === 0}
            onClick={() => saveTextFile(`teams-${cockpit.event.start_date}.csv`, teamsCsv(teams))}
          >
            <Download aria-hidden size={16} />
            CSV
          </Button>
        </div>
      }
    >
      <nav aria-label="Teams shown" className="-mx-1 flex flex-wrap gap-1 print:hidden">
        {(Object.keys(SHOWN) as Shown[]).map((name) => (
          <Link
            key={name}
            to="."
            search={changeSearch({ show: name === 'all' ? undefined : name })}
            replace
            resetScroll={false}
            aria-current={name === shown ? 'true' : undefined}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3.5 text-14 font-[650] text-ink-2 hover:bg-sunk hover:text-ink aria-current:bg-ink aria-current:text-bg"
          >
            {SHOWN[name].label}
            <span className="font-semibold tabular-nums opacity-80">
              {formatCount(cockpit.teams.filter(SHOWN[name].matches).length)}
            </span>
          </Link>
        ))}
      </nav>
      {teams.length === 0 ? (
        <p className="rounded-card bg-sunk px-5 py-8 text-center text-15 text-ink-2">{NONE_SHOWN[shown]}</p>
      ) : (
        <TeamTable teams={teams} sort={sort} />
      )}
    </SectionCard>
  );
}
