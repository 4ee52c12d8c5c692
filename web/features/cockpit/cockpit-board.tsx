import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import { Notice } from '#web/components/notice.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { formatWeekday } from '#web/lib/formats.ts';
import { Figures } from './figures.tsx';
import { LiveStrip } from './live-strip.tsx';
import { percentWords, standingWords } from './live-words.ts';
import { TeamSection } from './team-section.tsx';
import { Timeline } from './timeline.tsx';

export function CockpitBoard({ cockpit, now }: { cockpit: Cockpit; now: number }) {
  const { event, share } = cockpit;
  const place = [event.venue_name, event.city, event.state].filter(Boolean).join(', ');
  const when = `${formatWeekday(event.start_date)}, ${event.start_date.slice(0, 4)}`;
  const standing = standingWords(event, now);
  return (
    <>
      <PageHeading title={event.name}>
        {[event.brand_name, when, place].filter(Boolean).join(' · ')}
      </PageHeading>
      {standing && <Notice tone="info">{standing}</Notice>}
      <LiveStrip cockpit={cockpit} now={now} />
      <Figures cockpit={cockpit} />
      <Timeline cockpit={cockpit} />
      <TeamSection cockpit={cockpit} />
      <p className="max-w-[70ch] text-13 text-ink-2">
        Your share is {percentWords(share.rate_basis_points)} of this event’s net sales without sales tax,
        after refunds and disputes, rounded to the cent and never below zero. A swapped album counts for the
        team it was paid for. This page shows no customer data.
      </p>
    </>
  );
}
