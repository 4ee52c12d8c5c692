import { ChevronLeft, ExternalLink, Pencil, Search, Upload } from 'lucide-react';
import type { EventTotals, StaffEvent } from '#contract/entities/staff-event.ts';
import { STATUS_NAMES } from '#contract/lists/albums.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { Notice } from '#web/components/states.tsx';
import { countOf, formatCount, formatDay, formatDays, formatWholeDollars } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { openPalette } from '#web/lib/shell-state.ts';

type EventHeadingProps = {
  event: StaffEvent;
  /** The code on the event's poster, once it is known. */
  code: string | undefined;
  totals: EventTotals | undefined;
  onEdit: () => void;
};

/** On a phone one line takes the place of the site's header. */
export function EventHeading({ event, code, totals, onEdit }: EventHeadingProps) {
  const place = [event.venue_name, event.city, event.state].filter(Boolean).join(', ');
  return (
    <header
      data-own-header
      className="flex min-w-0 items-center gap-1 bg-bg py-1.5 pr-2 pl-1 not-desk:sticky not-desk:top-0 not-desk:z-10 desk:grid desk:gap-3 desk:px-5 desk:pt-2 desk:pb-3 print:hidden"
    >
      <div className="contents desk:flex desk:items-center desk:gap-1.5">
        <Link
          to={paths.adminEvents}
          aria-label="Events"
          className="inline-flex size-11 flex-none items-center justify-center gap-1 rounded-full text-14 font-semibold text-ink-2 hover:text-ink desk:mr-auto desk:-ml-2 desk:w-auto desk:px-2"
        >
          <ChevronLeft size={20} />
          <span className="not-desk:hidden">Events</span>
        </Link>
        <Button
          kind="ghost"
          size="icon"
          aria-label="Search or run a command"
          className="order-2 desk:hidden"
          onClick={openPalette}
        >
          <Search size={20} />
        </Button>
        <Button kind="line" size="small" className="not-desk:hidden" onClick={onEdit}>
          <Pencil size={17} />
          Edit event
        </Button>
        {code && (
          <Link
            to={paths.poster(code)}
            target="_blank"
            className={`${buttonStyle('line', 'small')} not-desk:hidden`}
          >
            <ExternalLink size={17} />
            Open the poster page
          </Link>
        )}
        <Link
          to={paths.adminEvent(event.id, 'upload')}
          className={`${buttonStyle('ink', 'small')} order-3 not-desk:size-11 not-desk:flex-none not-desk:p-0!`}
        >
          <Upload size={17} />
          <span className="not-desk:sr-only">Upload</span>
        </Link>
      </div>
      <div className="flex min-w-0 flex-1 items-center gap-3 desk:justify-between">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h1
            tabIndex={-1}
            className="text-18 leading-tight font-[750] tracking-[-0.02em] not-desk:truncate desk:text-22 desk:break-words"
          >
            {totals?.status === 'running' && (
              <i aria-hidden className="mr-2 inline-block size-2 rounded-full bg-ok desk:hidden" />
            )}
            {event.name}
            {event.archived && <span className="font-semibold text-ink-3"> (archived)</span>}
          </h1>
          <p className="text-14 text-ink-2 not-desk:hidden">
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

/** One line of totals below the tabs of a phone. */
export function EventFigures({ totals }: { totals: EventTotals | undefined }) {
  if (!totals) return <p className="h-10 bg-sunk desk:hidden" />;
  const { published_count, albums_count, sales, sales_today, status } = totals;
  const isRunning = status === 'running';
  const figures = [
    isRunning ? [`Day ${totals.day}`, `of ${totals.days}`] : [STATUS_NAMES[status], ''],
    [formatCount(totals.images_count), 'photos'],
    [formatCount(published_count), `of ${formatCount(albums_count)} up`],
    [formatWholeDollars(isRunning ? sales_today : sales), isRunning ? 'today' : 'sold'],
  ];
  return (
    <p className="flex h-10 items-center justify-between gap-3 overflow-hidden bg-sunk px-4 text-13 whitespace-nowrap text-ink-2 desk:hidden">
      {figures.map(([value, label]) => (
        <span key={label}>
          <b className="text-ink">{value}</b> {label}
        </span>
      ))}
    </p>
  );
}

/** Says why albums with photos are not up although the event publishes automatically. */
export function FewPhotosNotice({ totals }: { totals: EventTotals | undefined }) {
  if (!totals || totals.few_photos.albums === 0) return null;
  const { albums, fewest } = totals.few_photos;
  return (
    <div className="px-4 pt-3 desk:px-5">
      <Notice tone="info">
        {countOf(albums, 'album')} {albums === 1 ? 'is' : 'are'} waiting for more photos. Albums go up
        automatically once they have {countOf(fewest, 'photo')}; you can publish them earlier yourself.
      </Notice>
    </div>
  );
}

function Totals({ event, totals }: { event: StaffEvent; totals: EventTotals | undefined }) {
  const facts = totals ? factsOf(event, totals) : ['', 'Photos', 'Albums up', 'Sales'].map(toEmpty);
  return (
    <dl
      aria-label="Totals"
      aria-busy={!totals}
      className="hidden gap-px overflow-hidden rounded-card border border-line bg-line desk:flex desk:flex-none"
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
