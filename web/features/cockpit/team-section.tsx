import { Printer } from 'lucide-react';
import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import { cockpitTeamList } from '#contract/lists/cockpit-teams.ts';
import { Button } from '#web/components/button.tsx';
import { ListCsvButton, SortSelect } from '#web/components/list/list-toolbar.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useLocalRows } from '#web/lib/lists/use-local-rows.ts';
import { TeamTable } from './team-table.tsx';

const { all, options } = cockpitTeamList.filters.show;
const SHOWN = [[undefined, all], ...Object.entries(options)] as const;
const EMPTY = {
  all: 'Teams appear once the running order is uploaded.',
  unsold: 'Every published team has sold something.',
  no_photos: 'Every team has photos.',
};

export function TeamSection({ cockpit }: { cockpit: Cockpit }) {
  const state = useListState(cockpitTeamList);
  const { show } = state.filters;
  // Ties keep the running order.
  const teams = cockpit.teams.toSorted((a, b) => a.performance_order - b.performance_order);
  const rows = useLocalRows(state, teams);
  const countShown = (standing: string | undefined) =>
    teams.filter((team) => standing === undefined || team.standing === standing).length;
  return (
    <SectionCard
      title="Teams"
      aside={
        <div className="flex gap-2 print:hidden">
          <Button kind="line" size="small" onClick={() => window.print()}>
            <Printer aria-hidden size={16} />
            Print
          </Button>
          <ListCsvButton rows={rows} fileName={`teams-${cockpit.event.start_date}.csv`} />
        </div>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Teams shown</legend>
          {SHOWN.map(([standing, label]) => (
            <button
              key={label}
              type="button"
              aria-pressed={standing === show}
              onClick={() => state.setFilters({ show: standing as typeof show })}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-14 font-[650] text-ink-2 hover:bg-sunk hover:text-ink aria-pressed:bg-ink aria-pressed:text-bg"
            >
              {label}
              <span className="font-semibold tabular-nums">{formatCount(countShown(standing))}</span>
            </button>
          ))}
        </fieldset>
        <SortSelect state={state} className="sm:hidden" />
      </div>
      {rows.rows.length === 0 ? (
        <p className="rounded-card bg-sunk px-5 py-8 text-center text-15 text-ink-2">
          {EMPTY[show ?? 'all']}
        </p>
      ) : (
        <TeamTable teams={rows.rows} state={state} />
      )}
    </SectionCard>
  );
}
