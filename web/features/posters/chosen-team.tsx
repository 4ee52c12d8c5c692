import type { Poster, PosterTeam } from '#contract/endpoints/posters.ts';
import { OrderTile } from '#web/components/order-tile.tsx';
import { teamName } from '#web/lib/formats.ts';
import { timeOf } from './poster-words.ts';

type ChosenTeamProps = { team: PosterTeam; event: Poster['event'] };

export function ChosenTeam({ team, event }: ChosenTeamProps) {
  const when = team.is_up ? 'photos are up' : timeOf(team, event);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
      <OrderTile order={team.performance_order} />
      <div>
        <h2 className="leading-tight font-bold wrap-anywhere">{teamName(team)}</h2>
        <p className="text-14 text-ink-2">{[team.division_name, when].filter(Boolean).join(', ')}</p>
      </div>
    </div>
  );
}
