import { useQuery } from '@tanstack/react-query';
import { ChevronRight, QrCode } from 'lucide-react';
import { useState } from 'react';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { Album, Event } from '#contract/entities/album.ts';
import { Photo } from '#web/components/photo.tsx';
import { Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { LatestEvents } from '#web/features/catalogue/latest-events.tsx';
import { PosterCodeForm } from '#web/features/posters/poster-code-form.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { formatWeekday } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
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
      <WeekendEvents />
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

const SHOWN = 5;
const ASKED = 200;
const NEAR_DAYS = 3;
const DAY_MS = 86_400_000;

type PicturedEvent = { event: Event; album: Album };

const openAlbumsQuery = apiQuery(['albums', 'open', ASKED], catalogueEndpoints.listOpenAlbums, {
  query: { _limit: ASKED },
});

/** The events of the newest albums, each with the cover of its newest one; events without photos come last of all. */
export function picturedEvents(albums: readonly Album[]): PicturedEvent[] {
  const byEvent = new Map<number, PicturedEvent>();
  for (const album of albums) {
    const [event] = album.events;
    if (event && album.cover.length > 0 && !byEvent.has(event.id)) byEvent.set(event.id, { event, album });
  }
  return [...byEvent.values()].sort((a, b) => b.event.start_date.localeCompare(a.event.start_date));
}

function WeekendEvents() {
  const { data, error } = useQuery(openAlbumsQuery);
  if (!data && !error) return <Skeleton label={i18n.t('Loading events')} className="h-[320px]" />;
  const [lead, ...more] = picturedEvents(data ?? []).slice(0, SHOWN);
  if (!lead) return <LatestEvents />;
  const isNear = Math.abs(Date.parse(lead.event.start_date) - Date.now()) < NEAR_DAYS * DAY_MS;
  return (
    <section
      aria-labelledby="weekend-events"
      className="grid grid-cols-[minmax(0,1fr)] gap-3.5 pt-2 desk:pt-4"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id="weekend-events" className="text-22 font-[750] tracking-[-0.025em]">
          {isNear ? i18n.t('This weekend') : i18n.t('Latest events')}
        </h2>
        <TextLink to={paths.events}>{i18n.t('See all')}</TextLink>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 desk:grid-cols-2">
        <Lead {...lead} />
        {more.length > 0 && (
          <ul className="-mx-4 flex gap-3.5 overflow-x-auto px-4 py-1 [scrollbar-width:none] desk:mx-0 desk:grid desk:grid-cols-2 desk:px-0 desk:py-0">
            {more.map((one) => (
              <li key={one.event.id} className="w-[200px] flex-none desk:w-auto">
                <SmallEvent {...one} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

const placeAndDate = ({ city, state, start_date }: Event) =>
  `${[city, state].filter(Boolean).join(', ')}. ${formatWeekday(start_date)}`;

function Lead({ event, album }: PicturedEvent) {
  return (
    <Link
      to={paths.event(event.id)}
      className="relative isolate flex aspect-4/3 items-end overflow-hidden rounded-sheet bg-stage text-white"
    >
      <EventPicture album={album} phone="(100vw - 32px)" desk="600px" className="-z-20" />
      <span
        aria-hidden
        className="absolute inset-0 -z-10 bg-[linear-gradient(180deg,rgb(6_10_24/0)_40%,rgb(6_10_24/.88))]"
      />
      <span className="grid gap-1 p-[18px]">
        <b className="text-22 leading-[1.15] font-extrabold tracking-[-0.025em] text-balance">{event.name}</b>
        <small className="text-14 text-white/86 tabular-nums">{placeAndDate(event)}</small>
      </span>
    </Link>
  );
}

function SmallEvent({ event, album }: PicturedEvent) {
  return (
    <Link to={paths.event(event.id)} className="grid gap-2 rounded-card">
      <span className="relative block aspect-3/2 overflow-hidden rounded-card bg-sunk">
        <EventPicture album={album} phone="200px" desk="290px" />
      </span>
      <span>
        <b className="block text-15 leading-tight font-bold tracking-[-0.01em]">{event.name}</b>
        <small className="text-13 text-ink-2 tabular-nums">{placeAndDate(event)}</small>
      </span>
    </Link>
  );
}

type EventPictureProps = { album: Album; phone: string; desk: string; className?: string };

function EventPicture({ album, phone, desk, className = '' }: EventPictureProps) {
  const [cover] = album.cover;
  return (
    cover && (
      <Photo
        albumUuid={album.uuid}
        image={cover}
        token={album.cover_auth}
        frame={{ phone, desk, ratio: 4 / 3 }}
        className={`absolute! inset-0 ${className}`}
      />
    )
  );
}
