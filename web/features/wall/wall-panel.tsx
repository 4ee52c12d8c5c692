import { useQuery } from '@tanstack/react-query';
import { wallEndpoints } from '#contract/endpoints/wall.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { EventLinksPanel } from '#web/components/event-links/event-links-panel.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { Switch } from '#web/components/switch.tsx';
import { paths } from '#web/lib/paths.ts';
import { useSwitchWall, wallSettingsQuery } from './wall.query.ts';
import { WallTeams } from './wall-teams.tsx';

const { listWallLinks: list, makeWallLink: make, endWallLink: end } = wallEndpoints;

/** Staff switch the wall of an event on, say which teams agreed, and create links for screens. */
export function WallPanel({ event }: { event: StaffEvent }) {
  const settings = useQuery(wallSettingsQuery(event.id));
  const turn = useSwitchWall(event.id);
  return (
    <div className="mx-auto grid w-full max-w-[860px] grid-cols-[minmax(0,1fr)] gap-8 p-4 desk:p-6">
      <QueryState query={settings} loading={<Skeleton label="Loading the live wall" className="h-[320px]" />}>
        {({ is_on, teams }) => (
          <>
            <label className="flex items-center justify-between gap-4" htmlFor="wall-switch">
              <span className="grid gap-0.5">
                <span className="text-18 font-bold tracking-[-0.02em]">Show the live wall</span>
                <span className="text-14 text-ink-2">
                  Screens at the venue show the newest published photos of teams that agreed.
                </span>
              </span>
              <Switch
                id="wall-switch"
                checked={turn.isPending ? turn.variables : is_on}
                disabled={turn.isPending}
                onChange={({ target }) => turn.mutate(target.checked)}
              />
            </label>
            <WallTeams eventId={event.id} teams={teams} />
          </>
        )}
      </QueryState>
      <EventLinksPanel
        links={{ eventId: event.id, kind: 'wall', calls: { list, make, end } }}
        heading="Screens"
        sentence="Open a link on a screen at the venue. Anyone with the link sees the wall while it is on."
        form={{
          name: 'New screen',
          labelField: 'Screen',
          labelHint: 'For example: Lobby',
          usualLabel: 'Lobby',
          title: `${event.name}, live wall`,
          pathOf: paths.wall,
        }}
      />
    </div>
  );
}
