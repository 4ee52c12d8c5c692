import { Link } from '@tanstack/react-router';
import { paths } from '#web/lib/paths.ts';
import { albumPlaceSearch, type WorkspaceView } from '#web/lib/search-params.ts';
import { searchFor } from '#web/lib/use-search-state.ts';

const ALL_TABS = { albums: 'Albums', events: 'Events' };
const EVENT_TABS = {
  albums: 'Albums',
  upload: 'Upload',
  order: 'Running order',
  clock: 'Clock',
  doubtful: 'Doubtful',
  posters: 'Posters',
};

/** Brings the open tab into view where the tabs scroll sideways. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

type WorkspaceTabsProps = {
  eventId: number | undefined;
  view: WorkspaceView;
  /** Photos that wait in the event's doubtful tray. */
  doubtful?: number | undefined;
};

export function WorkspaceTabs({ eventId, view, doubtful }: WorkspaceTabsProps) {
  const labels: Partial<Record<WorkspaceView, string>> = eventId ? EVENT_TABS : ALL_TABS;
  return (
    <nav aria-label={eventId ? 'Event' : 'Albums and events'} className="border-line border-b px-2 desk:px-3">
      <ul className="flex overflow-x-auto [scrollbar-width:none]">
        {(Object.keys(labels) as WorkspaceView[]).map((tab) => (
          <li key={tab} ref={tab === view ? showTab : undefined} className="relative flex-none">
            <Link
              to={paths.adminAlbums}
              search={searchFor(albumPlaceSearch, {
                event: eventId,
                view: tab === 'albums' ? undefined : tab,
              })}
              aria-current={tab === view ? 'page' : undefined}
              activeOptions={{ exact: true, includeSearch: true }}
              className="flex h-11 items-center gap-1.5 border-transparent border-b-2 px-3 text-14 font-semibold text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink desk:h-10"
            >
              {labels[tab]}
              {tab === 'doubtful' && !!doubtful && (
                <span className="h-5 min-w-5 rounded-full bg-warn-bg px-1.5 text-center text-12 leading-5 font-bold tabular-nums text-warn">
                  {doubtful >= 2_000 ? '2,000+' : doubtful.toLocaleString('en-US')}
                  <span className="sr-only"> photos</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
