import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ExternalLink, Pencil, Upload } from 'lucide-react';
import type { EventTotals, StaffEvent } from '#contract/entities/staff-event.ts';
import { STATUS_NAMES } from '#contract/lists/albums.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { countOf, formatCount, formatDay, formatDays, formatWholeDollars } from '#web/lib/formats.ts';
import { EVENT_SECTIONS, type EventSection, Link, paths } from '#web/lib/navigation.tsx';
import { showTab } from '#web/lib/show-tab.ts';
import { EVENT_SECTION_NAMES, eventTotalsQuery } from './staff-catalogue.query.ts';

type EventHeadingProps = {
  event: StaffEvent;
  /** The code on the event's poster, once it is known. */
  code: string | undefined;
  onEdit: () => void;
};

export function EventHeading({ event, code, onEdit }: EventHeadingProps) {
  const { data: totals } = useQuery(eventTotalsQuery(event.id));
  const place = [event.venue_name, event.city, event.state].filter(Boolean).join(', ');
  return (
    <header className="grid gap-3 px-4 pt-2 pb-3 desk:px-5 print:hidden">
      <div className="flex items-center gap-1.5">
        <Link
          to={paths.adminEvents}
          className="-ml-2 mr-auto inline-flex min-h-11 items-center gap-1 rounded-full px-2 text-14 font-semibold text-ink-2 hover:text-ink"
        >
          <ChevronLeft size={18} />
          Events
        </Link>
        <Button kind="line" size="small" aria-label="Edit event" className="not-desk:px-3!" onClick={onEdit}>
          <Pencil size={17} />
          <span className="not-desk:hidden">Edit event</span>
        </Button>
        {code && (
          <Link
            to={paths.poster(code)}
            target="_blank"
            aria-label="Open the poster page"
            className={`${buttonStyle('line', 'small')} not-desk:px-3!`}
          >
            <ExternalLink size={17} />
            <span className="not-desk:hidden">Open the poster page</span>
          </Link>
        )}
        <Link to={paths.adminEvent(event.id, 'upload')} className={buttonStyle('ink', 'small')}>
          <Upload size={17} />
          Upload
        </Link>
      </div>
      <div className="grid gap-3 desk:flex desk:items-center desk:justify-between">
        <div className="grid min-w-0 gap-0.5">
          <h1 tabIndex={-1} className="text-22 leading-tight font-[750] tracking-[-0.02em] break-words">
            {event.name}
            {event.archived && <span className="font-semibold text-ink-3"> (archived)</span>}
          </h1>
          <p className="text-14 text-ink-2">
            {formatDays(event.start_date, event.last_date)}
            {place && `. ${place}`}
            {code && `. Code ${code}`}
          </p>
        </div>
        <Totals event={event} totals={totals} />
      </div>
    </header>
  );
}

function Totals({ event, totals }: { event: StaffEvent; totals: EventTotals | undefined }) {
  const facts = totals ? factsOf(event, totals) : ['', 'Photos', 'Albums up', 'Sales'].map(toEmpty);
  return (
    <dl
      aria-label="Totals"
      aria-busy={!totals}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line desk:flex desk:flex-none"
    >
      {facts.map(({ value, label }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the four places never change
        <div key={position} className="grid content-start bg-bg px-4 py-2 desk:min-w-[104px]">
          <dt className="order-2 text-12 text-ink-2">{label}</dt>
          <dd className="font-num text-22 leading-tight font-semibold whitespace-nowrap text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const toEmpty = (label: string) => ({ value: '–', label });

function factsOf(event: StaffEvent, totals: EventTotals) {
  const { images_count, unsorted_count, published_count, albums_count } = totals;
  const unsorted = unsorted_count > 0 ? `, ${formatCount(unsorted_count)} to sort` : '';
  return [
    whenOf(event, totals),
    { value: formatCount(images_count), label: `${images_count === 1 ? 'Photo' : 'Photos'}${unsorted}` },
    { value: `${formatCount(published_count)} of ${formatCount(albums_count)}`, label: 'Albums up' },
    totals.status === 'running'
      ? {
          value: formatWholeDollars(totals.sales_today),
          label: `Sales today, ${formatWholeDollars(totals.sales)} in all`,
        }
      : { value: formatWholeDollars(totals.sales), label: 'Sales' },
  ];
}

function whenOf(event: StaffEvent, { status, day, days, order_now }: EventTotals) {
  if (status === 'running') {
    const label = order_now === null ? 'Running' : `Now on performance ${order_now}`;
    return { value: `Day ${day} of ${days}`, label };
  }
  const labels = {
    upcoming: `Starts ${formatDay(event.start_date)}`,
    over: `Ended ${formatDay(event.last_date)}`,
    archived: `Lasted ${countOf(days, 'day')}`,
  };
  return { value: STATUS_NAMES[status], label: labels[status] };
}

type EventTabsProps = {
  eventId: number;
  section: EventSection;
  /** How many photos of the event wait to be sorted. */
  unsorted: number | undefined;
};

export function EventTabs({ eventId, section, unsorted = 0 }: EventTabsProps) {
  return (
    <nav aria-label="Event" className="border-line border-b px-2 desk:px-3 print:hidden">
      <ul className="flex overflow-x-auto [scrollbar-width:none]">
        {EVENT_SECTIONS.map((tab) => (
          // The number of unsorted photos makes its tab wider, so the open tab is then brought into view again.
          <li
            key={tab === section ? `${tab} ${unsorted > 0}` : tab}
            ref={tab === section ? showTab : undefined}
            className="relative flex-none"
          >
            <Link
              to={paths.adminEvent(eventId, tab)}
              aria-current={tab === section ? 'page' : undefined}
              className="flex h-11 items-center gap-1.5 border-transparent border-b-2 px-3 text-14 font-semibold text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink desk:h-10"
            >
              {EVENT_SECTION_NAMES[tab]}
              {tab === 'unsorted' && unsorted > 0 && (
                <span className="h-5 min-w-5 rounded-full bg-warn-bg px-1.5 text-center text-12 leading-5 font-bold tabular-nums text-warn">
                  {formatCount(unsorted)}
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
