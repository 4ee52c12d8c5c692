import { useQuery } from '@tanstack/react-query';
import { Heart, type LucideIcon, ShieldCheck, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { landingEndpoints, type PublicEvent } from '#contract/endpoints/landing.ts';
import { Button } from '#web/components/button.tsx';
import { areNear, EventCard } from '#web/components/event-card.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { Trans } from '#web/components/trans.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PriceList } from './price-list.tsx';

/** Everything below the fold of the landing page. */
export function LandingStory() {
  const landing = useQuery(landingQuery);
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-11 pt-3 pb-10 desk:gap-16 desk:pt-8 desk:pb-16">
      <Reasons />
      {landing.data ? (
        <LatestEvents events={landing.data.events} />
      ) : landing.error ? (
        <FailedState error={landing.error} onRetry={landing.refetch} />
      ) : (
        <Skeleton label={i18n.t('Loading events')} className="h-80" />
      )}
      <Section id="how" title={i18n.t('How it works')}>
        <HowItWorks />
      </Section>
      {landing.data && (
        <Section id="prices" title={i18n.t('Looking is free. Keep what you love.')}>
          <PriceList prices={landing.data.prices} />
        </Section>
      )}
      <div className="rounded-sheet bg-sunk px-5 py-6 desk:p-9">
        <Section id="safety" title={i18n.t('Safe for kids, by design')}>
          <Safety />
        </Section>
      </div>
      <section className="grid gap-4 rounded-sheet bg-stage px-5 py-8 text-white desk:flex desk:items-center desk:justify-between desk:px-12 desk:py-11">
        <h2 className="text-28 font-extrabold tracking-[-0.035em] desk:text-36">
          {i18n.t('Ready to see them?')}
        </h2>
        <Button onClick={goToSearch} className="h-[52px]! justify-self-start bg-white! px-7! text-[#121217]!">
          {i18n.t('Find my team')}
        </Button>
      </section>
    </div>
  );
}

function goToSearch(): void {
  const field = document.querySelector<HTMLInputElement>('input[name=team]');
  field?.focus({ preventScroll: true });
  window.scrollTo({ top: 0, behavior: 'smooth' });
}

type SectionProps = { id?: string; title: string; link?: ReactNode; children: ReactNode };

function Section({ id, title, link, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      className="scroll-mt-[calc(var(--header-height)+24px)] outline-none grid grid-cols-[minmax(0,1fr)] gap-4.5 desk:gap-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-22 font-[750] tracking-[-0.025em] desk:text-28">{title}</h2>
        {link}
      </div>
      {children}
    </section>
  );
}

function Reasons() {
  return (
    <ul className="grid gap-0.5 desk:grid-cols-3 desk:gap-8">
      <Reason icon={Zap} title={i18n.t('Up the same day')}>
        {i18n.t('Often before you’re back at the hotel.')}
      </Reason>
      <Reason icon={ShieldCheck} title={i18n.t('Safe for kids')}>
        {i18n.t('Strangers can’t flip through team photos.')}
      </Reason>
      <Reason icon={Heart} title={i18n.t('Pay only for what you love')}>
        {i18n.t('Looking is free. Buy one photo or all of them.')}
      </Reason>
    </ul>
  );
}

type ReasonProps = { icon: LucideIcon; title: string; children: ReactNode };

function Reason({ icon: Icon, title, children }: ReasonProps) {
  return (
    <li className="flex items-center gap-3.5 py-2.5">
      <span aria-hidden className="grid size-11 flex-none place-items-center rounded-full bg-sunk">
        <Icon size={20} strokeWidth={1.8} />
      </span>
      <div>
        <h2 className="text-16 leading-snug font-bold tracking-[-0.01em]">{title}</h2>
        <p className="text-14 text-ink-2">{children}</p>
      </div>
    </li>
  );
}

function LatestEvents({ events }: { events: PublicEvent[] }) {
  return (
    <Section
      title={areNear(events) ? i18n.t('This weekend') : i18n.t('Latest events')}
      link={<TextLink to={paths.publicEvents}>{i18n.t('See all events')}</TextLink>}
    >
      {events.length > 0 ? (
        <ul className="grid grid-cols-2 gap-x-3 gap-y-5.5 desk:grid-cols-4 desk:gap-6">
          {events.map((event) => (
            <li key={event.code} className="max-sm:only:col-span-full">
              <EventCard event={event} to={paths.poster(event.code)} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">{i18n.t('Our first event is coming soon.')}</p>
      )}
    </Section>
  );
}

function Safety() {
  const components = { b: <b className="font-bold text-ink" /> };
  return (
    <ul className="grid gap-3.5 text-15 text-ink-2 desk:grid-cols-3 desk:gap-8">
      <SafetyRow>
        <Trans
          id="<b>Strangers can’t browse.</b> Anyone can look up an event or a team. Photos open only after you log in."
          components={components}
        />
      </SafetyRow>
      <SafetyRow>
        <Trans
          id="<b>Every preview has a watermark.</b> If one gets copied, we can trace it back to the account that saw it."
          components={components}
        />
      </SafetyRow>
      <SafetyRow>
        <Trans
          id="<b>Face search is off</b> until a parent says yes. Turn it off and delete the data anytime."
          components={components}
        />
      </SafetyRow>
    </ul>
  );
}

function SafetyRow({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <ShieldCheck aria-hidden size={20} strokeWidth={1.8} className="mt-0.5 flex-none text-ok" />
      <p>{children}</p>
    </li>
  );
}

const landingQuery = apiQuery(['landing'], landingEndpoints.getLanding, {
  retry: false,
  staleTime: 60_000,
});
