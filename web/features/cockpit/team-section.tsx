import { Download, Printer } from 'lucide-react';
import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import { Button } from '#web/components/button.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { saveTextFile } from '#web/lib/save-text-file.ts';
import { SortChoice, TeamTable } from './team-table.tsx';
import { SHOWN, type Shown, sortTeams, teamsCsv } from './teams.ts';
import { useTeamView } from './use-team-view.ts';

const NONE_SHOWN: Record<Shown, string> = {
  all: 'Teams appear once the running order is uploaded.',
  unsold: 'Every published team has sales.',
  no_photos: 'Every team has photos.',
};

export function TeamSection({ cockpit }: { cockpit: Cockpit }) {
  const { shown, sort, show, sortBy } = useTeamView();
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
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Teams shown</legend>
          {(Object.keys(SHOWN) as Shown[]).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === shown}
              onClick={() => show(name)}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-14 font-[650] text-ink-2 hover:bg-sunk hover:text-ink aria-pressed:bg-ink aria-pressed:text-bg"
            >
              {SHOWN[name].label}
              <span className="font-semibold tabular-nums">
                {formatCount(cockpit.teams.filter(SHOWN[name].matches).length)}
              </span>
            </button>
          ))}
        </fieldset>
        <SortChoice sort={sort} onSort={sortBy} />
      </div>
      {teams.length === 0 ? (
        <p className="rounded-card bg-sunk px-5 py-8 text-center text-15 text-ink-2">{NONE_SHOWN[shown]}</p>
      ) : (
        <TeamTable teams={teams} sort={sort} onSort={sortBy} />
      )}
    </SectionCard>
  );
}
