import { Check, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { Event } from '#contract/entities/album.ts';
import type { AlbumMatches } from '#contract/entities/athlete.ts';
import { JustifiedList } from '#web/components/justified-list.tsx';
import { Photo } from '#web/components/photo.tsx';
import { formatDays } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { groupMatches } from './album-athletes.tsx';
import { type FoundPhoto, tokenOf } from './match-viewer.tsx';
import { placeOf } from './refused-image.tsx';

export type Weekend = { event: Event; albums: AlbumMatches[] };

/** Keeps the order in which the server lists the albums: the newest weekend first. */
export function groupByWeekend(albums: readonly AlbumMatches[]): Weekend[] {
  return [...Map.groupBy(albums, ({ album }) => album.events[0]?.id).values()].flatMap((entries) => {
    const event = entries[0]?.album.events[0];
    return event ? [{ event, albums: entries }] : [];
  });
}

type Group = 'sure' | 'maybe' | 'rejected';

/** The photos of all albums of a weekend that are of one kind, best first in each album. */
export const photosOf = ({ albums }: Weekend, group: Group): FoundPhoto[] =>
  albums.flatMap((entry) => groupMatches(entry.matches)[group].map((match) => ({ match, entry })));

/** Photos that surely show the athlete and are not owned. */
export const listBuyable = (weekend: Weekend): number[] =>
  photosOf(weekend, 'sure').flatMap(({ match }) => (match.owned ? [] : [match.image.id]));

type WeekendSectionProps = {
  name: string;
  weekend: Weekend;
  /** Buys what is not owned, or shares what is. */
  children: ReactNode;
  onOpen: (photos: readonly FoundPhoto[], index: number) => void;
  /** True when the address asks for an album of this weekend. */
  isWanted: boolean;
};

const scrollHere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'start' });

export function WeekendSection({ name, weekend, children, onOpen, isWanted }: WeekendSectionProps) {
  const titleId = useId();
  const { event } = weekend;
  const sure = photosOf(weekend, 'sure');
  const maybe = photosOf(weekend, 'maybe');
  const rejected = photosOf(weekend, 'rejected');
  return (
    <section
      ref={isWanted ? scrollHere : undefined}
      aria-labelledby={titleId}
      className="grid scroll-mt-[88px] grid-cols-[minmax(0,1fr)] gap-4"
    >
      <header className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <h2 id={titleId} className="text-22 leading-tight font-[750] tracking-[-0.02em]">
            {event.city || event.name}
          </h2>
          <p className="text-14 text-ink-2">
            {event.name}, {formatDays(event.start_date, event.last_date)}
          </p>
        </div>
        {sure.length > 0 && sure.every(({ match }) => match.owned) && <YoursMark />}
      </header>
      {sure.length > 0 && <PhotoRows photos={sure} name={name} group="sure" onOpen={onOpen} />}
      {children}
      {maybe.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-sunk p-3 desk:p-4">
          <div>
            <h3 className="font-bold">{i18n.t('Is this {name}?', { name })}</h3>
            <p className="text-14 text-ink-2">
              {i18n.t(
                '{count, plural, one {We’re not sure about one photo. Tap it to tell us.} other {We’re not sure about # photos. Tap one to tell us.}}',
                { count: maybe.length },
              )}
            </p>
          </div>
          <PhotoRows photos={maybe} name={name} group="maybe" onOpen={onOpen} />
        </div>
      )}
      {sure.length + maybe.length === 0 && (
        <p className="text-15 text-ink-2">{i18n.t('You said {name} isn’t in these photos.', { name })}</p>
      )}
      {rejected.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 text-14 font-[650] text-ink-2 hover:text-ink">
            <ChevronRight size={16} className="group-open:rotate-90" />
            {i18n.t(
              '{count, plural, one {# photo you said isn’t {name}} other {# photos you said aren’t {name}}}',
              { count: rejected.length, name },
            )}
          </summary>
          <PhotoRows photos={rejected} name={name} group="rejected" onOpen={onOpen} />
        </details>
      )}
    </section>
  );
}

function YoursMark() {
  return (
    <p className="inline-flex h-8 flex-none items-center gap-1 rounded-ctl bg-ok-bg px-2.5 text-14 font-[650] text-ok">
      <Check size={16} strokeWidth={2.2} />
      {i18n.t('Yours')}
    </p>
  );
}

const DESK_WIDTH = 700;

type PhotoRowsProps = {
  photos: readonly FoundPhoto[];
  name: string;
  group: Group;
  onOpen: WeekendSectionProps['onOpen'];
};

function PhotoRows({ photos, name, group, onOpen }: PhotoRowsProps) {
  const isSmall = group !== 'sure';
  return (
    <JustifiedList
      items={photos}
      shapeOf={({ match }) => match.image}
      deskWidth={DESK_WIDTH}
      heightAt={(width) => (isSmall ? 112 : width >= DESK_WIDTH ? 240 : 178)}
      className={`min-h-[112px] ${isSmall ? '' : 'max-desk:-mx-4'}`}
    >
      {(photo, index) => (
        <PhotoTile
          photo={photo}
          label={i18n.t(
            '{group, select, maybe {Maybe {name}} rejected {Not {name}} other {Photos of {name}}}, {position} of {count}',
            { group, name, position: index + 1, count: photos.length },
          )}
          // The frame shows which face is meant.
          isFramed={group === 'maybe'}
          onOpen={() => onOpen(photos, index)}
        />
      )}
    </JustifiedList>
  );
}

type PhotoTileProps = { photo: FoundPhoto; label: string; isFramed: boolean; onOpen: () => void };

function PhotoTile({ photo, label, isFramed, onOpen }: PhotoTileProps) {
  const { match, entry } = photo;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={label}
      onClick={onOpen}
      className="absolute inset-0 focus-visible:outline-4 focus-visible:-outline-offset-4"
    >
      <Photo
        albumUuid={entry.album.uuid}
        image={match.image}
        token={tokenOf(photo)}
        className="absolute! inset-0"
      />
      {isFramed && (
        <span
          aria-hidden
          className="pointer-events-none absolute rounded-tile border-2 border-spot shadow-[0_0_0_1px_rgb(0_0_0/.5)]"
          style={placeOf(match.box)}
        />
      )}
      {match.owned && (
        <span className="absolute right-1.5 bottom-1.5 grid size-6 place-items-center rounded-full bg-ok-bg text-ok">
          <Check size={15} strokeWidth={2.4} />
          <span className="sr-only">{i18n.t('Yours')}</span>
        </span>
      )}
    </button>
  );
}
