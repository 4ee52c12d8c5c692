import type { ReactNode } from 'react';
import stageTall from '#web/assets/stage-tall.webp';
import stageWide from '#web/assets/stage-wide.webp';
import { i18n } from '#web/lib/i18n.ts';
import { TeamSearch } from './team-search.tsx';

type LandingHeroProps = {
  /** What the visitor came for, such as an invitation. */
  context?: ReactNode;
  /** The log-in card. */
  children: ReactNode;
};

export function LandingHero({ context, children }: LandingHeroProps) {
  return (
    <section className="relative isolate overflow-clip bg-stage text-white">
      <picture>
        <source media="(min-width: 1000px)" srcSet={stageWide} />
        <img
          src={stageTall}
          alt=""
          fetchPriority="low"
          className="absolute inset-0 -z-20 size-full object-cover object-[50%_20%]"
        />
      </picture>
      <span aria-hidden className="absolute inset-0 -z-10 bg-linear-to-b from-stage/62 to-stage/82" />
      <div className="wrap grid grid-cols-[minmax(0,1fr)] items-start gap-5 pt-7 pb-6 desk:grid-cols-[minmax(0,1fr)_400px] desk:gap-16 desk:py-16">
        <div className="grid content-start gap-5 desk:max-w-[760px] desk:gap-7">
          <h1
            tabIndex={-1}
            className="text-[clamp(2.125rem,9vw,3rem)] leading-[1.02] font-extrabold tracking-[-0.035em] text-balance"
          >
            {i18n.t('Your team’s photos, up the same day.')}
          </h1>
          <TeamSearch />
        </div>
        <div className="grid gap-4">
          {context}
          <div
            id="log-in"
            className="grid gap-5 rounded-sheet bg-surface p-5 text-ink desk:p-7 [&_h2]:text-22 [&_h2]:font-[750] [&_h2]:tracking-[-0.025em]"
          >
            {children}
          </div>
        </div>
      </div>
    </section>
  );
}
