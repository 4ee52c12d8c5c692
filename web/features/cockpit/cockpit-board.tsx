import { useEffect, useState } from 'react';
import { type Cockpit, cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { Figures } from '#web/components/figures.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatWeekday } from '#web/lib/formats.ts';
import { type LinkView, NOTHING_YET, pollLink } from '#web/lib/poll-link.ts';
import { TeamSection } from './team-section.tsx';
import { Timeline } from './timeline.tsx';
import {
  batchMessage,
  lastMinuteMessage,
  paceMessage,
  percentMessage,
  statusMessage,
  totalsOf,
  updatedMessage,
} from './totals.tsx';

export function CockpitBoard({ cockpit, now }: { cockpit: Cockpit; now: number }) {
  const { event, share } = cockpit;
  const place = [event.venue_name, event.city, event.state].filter(Boolean).join(', ');
  const when = `${formatWeekday(event.start_date)}, ${event.start_date.slice(0, 4)}`;
  const status = statusMessage(event, now);
  return (
    <>
      <PageHeading title={event.name}>
        {[event.brand_name, when, place].filter(Boolean).join(' · ')}
      </PageHeading>
      {status && <Notice tone="info">{status}</Notice>}
      <LiveStrip cockpit={cockpit} now={now} />
      <section aria-label="Totals">
        <Figures figures={totalsOf(cockpit)} />
      </section>
      <Timeline cockpit={cockpit} />
      <TeamSection cockpit={cockpit} />
      <p className="max-w-[70ch] text-13 text-ink-2">
        Your share is {percentMessage(share.rate_basis_points)} of this event’s net sales without sales tax,
        after refunds and disputes, rounded to the cent and never below zero. A swapped album counts for the
        team it was paid for. This page shows no customer data.
      </p>
    </>
  );
}

function LiveStrip({ cockpit: { uploads, event }, now }: { cockpit: Cockpit; now: number }) {
  const isComing = uploads.photos_last_minute > 0;
  const batches = batchMessage(uploads);
  return (
    <section
      aria-label="Uploads now"
      className="grid gap-x-8 gap-y-3 rounded-sheet bg-sunk px-5 py-4 desk:grid-cols-[auto_minmax(0,1fr)] desk:items-center desk:px-8 desk:py-5 print:hidden"
    >
      <p className="flex items-center gap-3">
        <span
          aria-hidden
          className={`size-3 flex-none rounded-full transition-colors duration-(--d3) ${isComing ? 'bg-ok' : 'bg-line'}`}
        />
        <strong
          key={uploads.photos_last_minute}
          className="text-22 leading-tight font-[750] tracking-[-0.02em] tabular-nums transition-[opacity,translate] duration-(--d3) starting:translate-y-1 starting:opacity-0"
        >
          {lastMinuteMessage(uploads)}
        </strong>
      </p>
      <div className="grid gap-2 desk:justify-items-end">
        <p className="text-14 text-ink-2 tabular-nums">{paceMessage(uploads, event.time_zone, now)}</p>
        {batches && (
          <div className="grid w-full max-w-[420px] gap-1.5">
            <p className="text-14 font-[650] tabular-nums">{batches}</p>
            <ProgressBar
              label="Files that have arrived"
              value={uploads.batches.files_arrived}
              max={uploads.batches.files_total}
            />
          </div>
        )}
      </div>
    </section>
  );
}

type LiveStatusProps = { updatedAt: number | undefined; isReconnecting: boolean; now: number };

/** Screen readers announce connection changes, not every second. */
export function LiveStatus({ updatedAt, isReconnecting, now }: LiveStatusProps) {
  return (
    <div className="flex min-w-[16ch] items-center justify-end gap-2 text-13 font-semibold text-ink-2 tabular-nums print:hidden">
      <span role="status" className={isReconnecting ? 'text-warn' : 'sr-only'}>
        {isReconnecting ? 'Reconnecting…' : updatedAt === undefined ? '' : 'Connected'}
      </span>
      {updatedAt !== undefined && <span>{updatedMessage(updatedAt, now)}</span>}
    </div>
  );
}

export function useCockpit(token: string): CockpitView {
  const [view, setView] = useState<CockpitView>(NOTHING_YET);
  useEffect(() => {
    setView(NOTHING_YET);
    return pollCockpit(token, setView);
  }, [token]);
  return view;
}

export type CockpitView = LinkView<Cockpit>;

export function pollCockpit(token: string, onView: (view: CockpitView) => void): () => void {
  return pollLink<Cockpit>(async (question, signal) => {
    const body = { token, ...question };
    const { version, cockpit } = await callApi(cockpitEndpoints.openCockpit, { body, signal, retry: false });
    return { version, data: cockpit ?? undefined };
  }, onView);
}
