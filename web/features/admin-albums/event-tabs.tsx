import { Link } from '#web/lib/navigation.tsx';
import { EVENT_SECTIONS, type EventSection, paths } from '#web/lib/paths.ts';
import { showTab } from '#web/lib/show-tab.ts';
import { EVENT_SECTION_NAMES } from './event-section-names.ts';

type EventTabsProps = {
  eventId: number;
  section: EventSection;
  /** Photos that wait in the event's doubtful tray. */
  doubtful: number | undefined;
};

export function EventTabs({ eventId, section, doubtful = 0 }: EventTabsProps) {
  return (
    <nav aria-label="Event" className="border-line border-b px-2 desk:px-3 print:hidden">
      <ul className="flex overflow-x-auto [scrollbar-width:none]">
        {EVENT_SECTIONS.map((tab) => (
          // The number of doubtful photos makes its tab wider, so the open tab is then brought into view again.
          <li
            key={tab === section ? `${tab} ${doubtful > 0}` : tab}
            ref={tab === section ? showTab : undefined}
            className="relative flex-none"
          >
            <Link
              to={paths.adminEvent(eventId, tab)}
              aria-current={tab === section ? 'page' : undefined}
              className="flex h-11 items-center gap-1.5 border-transparent border-b-2 px-3 text-14 font-semibold text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink desk:h-10"
            >
              {EVENT_SECTION_NAMES[tab]}
              {tab === 'doubtful' && doubtful > 0 && (
                <span className="h-5 min-w-5 rounded-full bg-warn-bg px-1.5 text-center text-12 leading-5 font-bold tabular-nums text-warn">
                  {doubtful.toLocaleString('en-US')}
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
