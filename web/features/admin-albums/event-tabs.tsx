import {
  CalendarCog,
  ChartNoAxesColumn,
  ChevronDown,
  ChevronRight,
  CircleQuestionMark,
  Clock,
  Images,
  Link2,
  ListOrdered,
  type LucideIcon,
  MonitorPlay,
  QrCode,
  Scissors,
  Tag,
  Upload,
} from 'lucide-react';
import { useState } from 'react';
import type { EventTotals, StaffEvent } from '#contract/entities/staff-event.ts';
import { Sheet } from '#web/components/sheet.tsx';
import { countOf, formatCount } from '#web/lib/formats.ts';
import { EVENT_SECTIONS, type EventSection, Link, paths } from '#web/lib/navigation.tsx';
import { showTab } from '#web/lib/show-tab.ts';
import { EVENT_SECTION_NAMES } from './staff-catalogue.query.ts';

type EventTabsProps = {
  event: StaffEvent;
  /** The code on the event's poster, once it is known. */
  code: string | undefined;
  section: EventSection;
  totals: EventTotals | undefined;
  onEdit: () => void;
};

/** These tabs fit a phone; the rest are in a sheet. */
const PHONE_TABS: readonly EventSection[] = ['albums', 'upload', 'unsorted', 'sales'];
const TAB =
  'flex h-11 items-center gap-1.5 border-transparent border-b-2 px-2 text-14 font-semibold whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink desk:h-10 desk:px-3';

export function EventTabs({ event, code, section, totals, onEdit }: EventTabsProps) {
  const [isMore, setIsMore] = useState(false);
  const isInMore = !PHONE_TABS.includes(section);
  const close = () => setIsMore(false);
  return (
    <nav aria-label="Event" className="border-line border-b px-1 desk:px-3 print:hidden">
      <ul className="flex justify-between desk:justify-start desk:overflow-x-auto desk:[scrollbar-width:none]">
        {EVENT_SECTIONS.map((tab) => (
          // A count makes its tab wider, so the open tab is scrolled into view again.
          <li
            key={tab === section ? `${tab} ${waitingIn(tab, totals) > 0}` : tab}
            ref={tab === section ? showTab : undefined}
            className={`relative flex-none ${PHONE_TABS.includes(tab) ? '' : 'not-desk:hidden'}`}
          >
            <Link
              to={paths.adminEvent(event.id, tab)}
              aria-current={tab === section ? 'page' : undefined}
              className={TAB}
            >
              <span className={tab === 'unsorted' ? 'not-desk:hidden' : ''}>{EVENT_SECTION_NAMES[tab]}</span>
              {tab === 'unsorted' && <span className="desk:hidden">Sort</span>}
              <Waiting section={tab} totals={totals} />
            </Link>
          </li>
        ))}
        <li className="flex-none desk:hidden">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-current={isInMore ? 'page' : undefined}
            className={TAB}
            onClick={() => setIsMore(true)}
          >
            {isInMore ? EVENT_SECTION_NAMES[section] : 'More'}
            <ChevronDown size={16} />
            {!isInMore && <Waiting section="clock" totals={totals} />}
          </button>
        </li>
      </ul>
      {isMore && (
        <Sheet title="More of this event" onClose={close}>
          <ul className="-mx-3 pb-4">
            {EVENT_SECTIONS.filter((tab) => !PHONE_TABS.includes(tab)).map((tab) => (
              <li key={tab}>
                <Link to={paths.adminEvent(event.id, tab)} onClick={close} className={MORE_ROW}>
                  <MoreRow
                    icon={ICONS[tab]}
                    title={EVENT_SECTION_NAMES[tab]}
                    detail={detailOf(tab, { event, code, totals })}
                  />
                  <Waiting section={tab} totals={totals} />
                  <ChevronRight size={18} className="text-ink-3" />
                </Link>
              </li>
            ))}
            <li>
              <button
                type="button"
                className={MORE_ROW}
                onClick={() => {
                  close();
                  onEdit();
                }}
              >
                <MoreRow icon={CalendarCog} title="Event settings" detail="Name, dates, venue, publishing" />
                <ChevronRight size={18} className="text-ink-3" />
              </button>
            </li>
          </ul>
        </Sheet>
      )}
    </nav>
  );
}

const MORE_ROW = 'flex min-h-14 w-full items-center gap-3 rounded-ctl px-3 py-1.5 text-left hover:bg-sunk';

const ICONS: Record<EventSection, LucideIcon> = {
  albums: Images,
  upload: Upload,
  'running-order': ListOrdered,
  clock: Clock,
  unsorted: CircleQuestionMark,
  culling: Scissors,
  pricing: Tag,
  posters: QrCode,
  links: Link2,
  wall: MonitorPlay,
  sales: ChartNoAxesColumn,
};

type Facts = Pick<EventTabsProps, 'event' | 'code' | 'totals'>;

function detailOf(section: EventSection, { event, code, totals }: Facts): string {
  const now = totals?.order_now == null ? '' : `, now on performance ${totals.order_now}`;
  const details: Partial<Record<EventSection, string>> = {
    'running-order': totals && `${countOf(totals.albums_count, 'team')}${now}`,
    clock:
      totals && (totals.clock_hints === 0 ? 'Set the clocks of cameras' : 'A camera’s clock looks wrong'),
    culling: 'Keep or reject photos by album',
    pricing: event.price_list?.name ?? 'Prices of this event',
    posters: code && `Code ${code}`,
    links: 'Photographers, passes, producer',
    wall: 'New photos on a screen at the venue',
  };
  return details[section] ?? '';
}

function MoreRow({ icon: Icon, title, detail }: { icon: LucideIcon; title: string; detail: string }) {
  return (
    <>
      <span className="grid size-10 flex-none place-items-center rounded-full bg-sunk text-ink-2">
        <Icon aria-hidden size={19} strokeWidth={1.8} />
      </span>
      <span className="grid min-w-0 flex-1">
        <b className="text-16 font-[650]">{title}</b>
        <span className="truncate text-13 text-ink-2">{detail}</span>
      </span>
    </>
  );
}

function waitingIn(section: EventSection, totals: EventTotals | undefined): number {
  if (section === 'unsorted') return totals?.unsorted_count ?? 0;
  return section === 'clock' ? (totals?.clock_hints ?? 0) : 0;
}

function Waiting({ section, totals }: { section: EventSection; totals: EventTotals | undefined }) {
  const count = waitingIn(section, totals);
  if (count === 0) return null;
  return (
    <span className="h-5 min-w-5 rounded-full bg-warn-bg px-1.5 text-center text-12 leading-5 font-bold tabular-nums text-warn">
      {formatCount(count)}
      <span className="sr-only"> {section === 'clock' ? 'to decide' : 'photos'}</span>
    </span>
  );
}
