import type { Poster } from '#contract/endpoints/posters.ts';
import stageWide from '#web/assets/stage-wide.webp';
import { formatWeekday } from '#web/lib/formats.ts';
import { placeOf } from './poster-words.ts';

export function PosterHeader({ event }: Pick<Poster, 'event'>) {
  const year = event.start_date.slice(0, 4);
  return (
    <header className="relative isolate overflow-clip bg-stage text-white">
      <img
        src={stageWide}
        alt=""
        fetchPriority="low"
        className="absolute inset-0 -z-20 size-full object-cover object-[50%_30%]"
      />
      <span aria-hidden className="absolute inset-0 -z-10 bg-linear-to-b from-stage/15 to-stage/90" />
      <div className="wrap grid gap-2 pt-20 pb-5 desk:pt-40 desk:pb-8">
        <p className="text-14 font-[650] text-white/86">{event.brand_name}</p>
        <h1
          tabIndex={-1}
          className="text-36 leading-none font-extrabold tracking-[-0.035em] text-balance wrap-anywhere desk:text-48"
        >
          {event.name}
        </h1>
        <p className="text-15 text-white/86">
          {formatWeekday(event.start_date)}, {year}. {placeOf(event)}
        </p>
      </div>
    </header>
  );
}
