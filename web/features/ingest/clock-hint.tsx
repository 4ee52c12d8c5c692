import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { type ClockHint, ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatHour } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { describeDuration, describeOffset, nameCamera } from './event-time.ts';
import { clockHintsQuery, type IngestEvent } from './ingest.query.ts';

/** Null forgets the correction. */
export const useCameraOffset = (id: number, serial: string) =>
  useStaffAction((offset_seconds: number | null) =>
    callApi(ingestEndpoints.setCameraOffset, { params: { id, serial }, body: { offset_seconds } }),
  );

type ClockHintsProps = { event: IngestEvent; isSorting?: boolean };

/** Asks about cameras whose clocks look wrong, before anybody sorts their photos by hand. */
export function ClockHints({ event, isSorting = false }: ClockHintsProps) {
  const { data: hints = [] } = useQuery(clockHintsQuery(event.id));
  if (hints.length === 0) return null;
  return (
    <div className="mx-auto grid w-full max-w-[1160px] gap-4 px-4 pt-4 desk:px-6 desk:pt-6">
      {hints.map((hint) => (
        <HintCard key={hint.serial} event={event} hint={hint} isSorting={isSorting} />
      ))}
    </div>
  );
}

type HintCardProps = { event: IngestEvent; hint: ClockHint; isSorting: boolean };

function HintCard({ event, hint, isSorting }: HintCardProps) {
  const { serial, photos, offset_seconds: offset, after, arrival } = hint;
  const change = useCameraOffset(event.id, serial);
  const decide = (seconds: number, done: string) =>
    change.mutate(seconds, {
      onSuccess: () => toast.undo(done, () => change.mutate(null)),
    });
  const title = `Camera ${nameCamera(hint)} looks ${describeOffset(offset)}`;
  return (
    <section
      aria-label={title}
      className="overflow-hidden rounded-card border border-line bg-surface shadow-1"
    >
      <header className="grid items-center gap-3 bg-warn-bg p-4 desk:flex desk:px-5">
        <span
          aria-hidden
          className="grid size-11 flex-none place-items-center rounded-full bg-surface text-warn not-desk:hidden"
        >
          <Clock size={20} />
        </span>
        <div className="grid min-w-0 flex-1">
          <h2 className="text-18 leading-tight font-bold tracking-[-0.02em]">{title}</h2>
          <p className="text-14 text-ink-2">{describeHarm(hint)} They won’t be published until you decide.</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {!isSorting && (
            <Link
              to={`${paths.adminEvent(event.id, 'unsorted')}?unsorted_camera=${encodeURIComponent(serial)}`}
              className={buttonStyle('line', 'small')}
            >
              Look first
            </Link>
          )}
          <Button
            size="small"
            kind="ink"
            isBusy={change.isPending}
            onClick={() => decide(offset, `Fixed ${countOf(photos, 'photo')} of camera ${serial}`)}
          >
            {`Fix all ${photos}`}
          </Button>
        </div>
      </header>
      <Timeline hint={hint} timeZone={event.time_zone} />
      <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t px-4 py-3 text-14 text-ink-2 desk:px-5">
        <p>
          <b className="text-ink">Why we think so:</b>{' '}
          {arrival && 'its photos arrive at times that do not match its clock. '}
          {after.photos} of {countOf(photos, 'photo')} fit the running order after the fix.
        </p>
        <p>
          You can undo this under Clock.{' '}
          <button
            type="button"
            className="font-semibold text-ink underline underline-offset-2"
            onClick={() => decide(0, `Clock of camera ${serial} left as it is`)}
          >
            The clock is right
          </button>
        </p>
      </footer>
    </section>
  );
}

function describeHarm({ photos, now }: ClockHint): string {
  if (now.albums.length === 0) return `${countOf(photos, 'photo')} fit no performance.`;
  return `${countOf(now.photos, 'photo')} would land in ${countOf(now.albums.length, 'album')} of other teams.`;
}

const HOUR_MS = 3_600_000;
const MAX_TICKS = 9;
/** The part of the line that a number needs on a phone. */
const TILE_PART = 0.11;

function Timeline({ hint, timeZone }: { hint: ClockHint; timeZone: string }) {
  const taken = hint.taken_at.map((iso) => Date.parse(iso));
  const shift = hint.offset_seconds * 1000;
  const all = [...taken, ...taken.map((ms) => ms + shift)];
  const start = Math.floor(Math.min(...all) / HOUR_MS) * HOUR_MS;
  const end = Math.ceil((Math.max(...all) + 1) / HOUR_MS) * HOUR_MS;
  const at = (ms: number) => `${(((ms - start) / (end - start)) * 100).toFixed(2)}%`;
  const step = Math.ceil((end - start) / HOUR_MS / MAX_TICKS) * HOUR_MS;
  const ticks = Array.from(
    { length: Math.floor((end - start) / step) + 1 },
    (_, index) => start + index * step,
  );
  const rows = [
    {
      title: 'As the camera says',
      filed: hint.now,
      times: taken,
      tone: 'bg-bad',
      tile: 'bg-bad-bg text-bad',
    },
    {
      title: 'After the fix',
      filed: hint.after,
      times: taken.map((ms) => ms + shift),
      tone: 'bg-ok',
      tile: 'bg-ok-bg text-ok',
    },
  ];
  return (
    <div className="grid gap-x-4 px-4 py-3 desk:grid-cols-[190px_minmax(0,1fr)] desk:px-5">
      <div aria-hidden className="relative h-6 text-12 text-ink-2 desk:col-start-2 not-desk:hidden">
        {ticks.map((ms) => (
          <span key={ms} className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: at(ms) }}>
            {formatHour(new Date(ms).toISOString(), timeZone)}
          </span>
        ))}
      </div>
      {rows.map(({ title, filed, times, tone, tile }) => (
        <div key={title} className="contents">
          <div className="grid content-center py-1 desk:col-start-1">
            <b className="text-14">{title}</b>
            <span className="text-13 text-ink-2">{describeOrders(filed)}</span>
          </div>
          <div aria-hidden className="relative h-16 border-line border-t">
            {times === taken && <Shift hint={hint} at={at} />}
            {times.map((ms, index) => (
              <i
                // biome-ignore lint/suspicious/noArrayIndexKey: two photos can have the same time
                key={index}
                className={`absolute size-1.5 -translate-x-1/2 rounded-full ${tone}`}
                style={{ left: at(ms), top: 8 + (index % 3) * 7 }}
              />
            ))}
            {spacedAlbums(filed, (end - start) * TILE_PART).map(({ performance_order, planned_at }) => (
              <span
                key={performance_order}
                className={`absolute top-9 rounded-tile px-1.5 font-num text-13 font-semibold ${tile}`}
                style={{ left: at(Math.min(end - HOUR_MS / 8, Math.max(start, Date.parse(planned_at)))) }}
              >
                {performance_order}
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** An arrow from where the photos are to where they belong. */
function Shift({ hint: { taken_at, offset_seconds }, at }: { hint: ClockHint; at: (ms: number) => string }) {
  const taken = taken_at.map((iso) => Date.parse(iso));
  const shift = offset_seconds * 1000;
  const [early, late] = [Math.min(...taken), Math.max(...taken)];
  const [from, to] = shift > 0 ? [late, early + shift] : [late + shift, early];
  // There is no room between photos that overlap.
  if (from >= to) return null;
  return (
    <span
      className="absolute top-4 h-px bg-ink not-desk:hidden"
      style={{ left: at(from), width: `calc(${at(to)} - ${at(from)})` }}
    >
      <b className="absolute top-0 left-1/2 -translate-1/2 rounded-full border border-line bg-surface px-2.5 text-13 whitespace-nowrap">
        {shift > 0 ? '+' : '−'} {describeDuration(Math.abs(offset_seconds))}
      </b>
      <i
        className={`absolute top-0 size-2 -translate-y-1/2 rotate-45 border-ink ${shift > 0 ? 'right-0 border-t border-r' : 'left-0 border-b border-l'}`}
      />
    </span>
  );
}

/** The numbers that have room beside each other. */
export function spacedAlbums({ albums }: ClockHint['now'], apartMs: number): ClockHint['now']['albums'] {
  let next = Number.NEGATIVE_INFINITY;
  const inOrder = albums.toSorted((a, b) => a.planned_at.localeCompare(b.planned_at));
  return inOrder.filter(({ planned_at }) => {
    const ms = Date.parse(planned_at);
    if (ms < next) return false;
    next = ms + apartMs;
    return true;
  });
}

function describeOrders({ albums }: ClockHint['now']): string {
  const orders = albums.map((album) => album.performance_order);
  if (orders.length === 0) return 'Outside the running order';
  const [first, last] = [Math.min(...orders), Math.max(...orders)];
  return first === last ? `Performance ${first}` : `Performances ${first} to ${last}`;
}
