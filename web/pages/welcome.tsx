import { ChevronRight, QrCode } from 'lucide-react';
import { useState } from 'react';
import { LatestEvents } from '#web/features/catalogue/latest-events.tsx';
import { PosterCodeForm } from '#web/features/posters/poster-header.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { WelcomeSearch } from './welcome-search.tsx';

/** The first home of somebody who follows no team and owns nothing: one question, and two other ways to photos. */
export function Welcome({ firstName }: { firstName: string }) {
  return (
    <section aria-labelledby="welcome" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-5">
        <h1
          id="welcome"
          tabIndex={-1}
          className="max-w-[14em] text-[clamp(1.75rem,8vw,3rem)] leading-[1.08] font-extrabold tracking-[-0.035em] text-balance"
        >
          {firstName
            ? i18n.t('Hi {firstName}, which team are we looking for?', { firstName })
            : i18n.t('Which team are we looking for?')}
        </h1>
        <WelcomeSearch />
        <VenueCode />
      </div>
      <LatestEvents />
    </section>
  );
}

function VenueCode() {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) {
    return (
      <div className="rounded-card bg-sunk p-4">
        <PosterCodeForm />
      </div>
    );
  }
  return (
    <button
      type="button"
      onClick={() => setIsOpen(true)}
      className="flex min-h-16 items-center gap-3.5 rounded-card bg-sunk py-2 pr-4 pl-2.5 text-left hover:bg-line"
    >
      <span className="grid size-12 flex-none place-items-center rounded-ctl bg-surface">
        <QrCode size={22} strokeWidth={1.8} />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block text-15 leading-tight font-bold">{i18n.t('I have a code from the venue')}</b>
        <small className="text-13 text-ink-2">{i18n.t('It’s on the poster, like K7M 2QF')}</small>
      </span>
      <ChevronRight size={20} strokeWidth={1.8} className="flex-none text-ink-3" />
    </button>
  );
}
