import heroTall from '#web/assets/hero-tall.webp';
import heroWide from '#web/assets/hero-wide.webp';
import { Trans } from '#web/components/trans.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { TeamSearch } from './team-search.tsx';

/** One promise, one picture and one field. */
export function LandingHero() {
  return (
    <section className="relative isolate overflow-clip bg-stage text-white desk:grid desk:min-h-[620px] desk:items-center">
      <div className="relative -z-10 h-[min(400px,52svh)] desk:absolute desk:inset-y-0 desk:right-0 desk:left-[30%] desk:h-auto">
        <picture>
          <source media="(min-width: 1000px)" srcSet={heroWide} />
          <img
            src={heroTall}
            alt={i18n.t('A cheer team lifts its trophy under falling confetti')}
            fetchPriority="high"
            className="size-full object-cover object-[50%_20%]"
          />
        </picture>
        <span
          aria-hidden
          className="absolute inset-0 bg-linear-to-b from-stage/10 from-40% via-stage/72 via-82% to-stage desk:bg-linear-to-r desk:from-stage desk:from-0% desk:via-stage/25 desk:via-40% desk:to-stage/0 desk:to-60%"
        />
      </div>
      <div className="wrap -mt-23 grid grid-cols-[minmax(0,1fr)] gap-4 pb-7 desk:mt-0 desk:gap-6 desk:py-14">
        <h1
          tabIndex={-1}
          className="max-w-[620px] text-[2.5rem] leading-none font-extrabold tracking-[-0.04em] text-balance desk:text-[4.25rem]"
        >
          {i18n.t('They practiced all year. We caught the moment.')}
        </h1>
        <p className="max-w-[620px] text-16 leading-snug text-balance text-white/84 desk:text-[1.25rem]">
          {i18n.t('Photos from cheer, dance and gymnastics weekends, up the same day.')}
        </p>
        <div data-theme="light" className="max-w-[540px]">
          <TeamSearch />
        </div>
        <p className="max-w-[620px] text-14 text-white/84">
          <Trans
            id="No account needed to find your team. <events>Browse events</events>"
            components={{
              events: (
                <Link
                  to={paths.publicEvents}
                  className="inline-flex min-h-11 items-center font-[650] text-white underline underline-offset-3"
                />
              ),
            }}
          />
        </p>
      </div>
    </section>
  );
}
