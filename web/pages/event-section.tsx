import { useQuery } from '@tanstack/react-query';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { EventLinksPanel } from '#web/components/event-links/event-links-panel.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { PricingView } from '#web/features/admin-albums/event-sections.tsx';
import { eventAlbumsQuery } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { EventSales } from '#web/features/cockpit/event-sales.tsx';
import { AlbumsToCull } from '#web/features/culling/albums-to-cull.tsx';
import { ClockHints } from '#web/features/ingest/clock-hint.tsx';
import { ClockView } from '#web/features/ingest/clock-view.tsx';
import { RunningOrderView } from '#web/features/ingest/running-order-list.tsx';
import { UnsortedView } from '#web/features/ingest/unsorted-view.tsx';
import { UploadView } from '#web/features/ingest/upload-view.tsx';
import { ShareRulesPanel } from '#web/features/payees/share-rules-panel.tsx';
import { PrintView } from '#web/features/posters/print-view.tsx';
import { EventPhotographers } from '#web/features/roster/event-photographers.tsx';
import { WallPanel } from '#web/features/wall/wall-panel.tsx';
import type { EventSection } from '#web/lib/navigation.tsx';
import { eventPlaceSearch, useSearchState } from '#web/lib/search-params.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { rosterQuery } from '#web/lib/staff.query.ts';

type EventSectionProps = { event: StaffEvent; section: Exclude<EventSection, 'albums'> };

/** Every section of an event except its list of albums. */
export function EventSectionView({ event, section }: EventSectionProps) {
  const { search, change } = useSearchState(eventPlaceSearch);
  const me = useUser();
  switch (section) {
    case 'sales':
      return <EventSales eventId={event.id} />;
    case 'pricing':
      return <PricingView event={event} />;
    case 'links':
      return (
        <div className="mx-auto grid w-full max-w-[720px] gap-8 p-4 desk:p-6">
          <EventLinksPanel kind="producer" event={event} />
          <EventPhotographers event={event} />
          {userCan(me, 'payouts') && <ShareRulesPanel eventId={event.id} />}
          <Passes event={event} />
        </div>
      );
    case 'wall':
      return <WallPanel event={event} />;
    case 'posters':
      return (
        <PrintView
          event={event}
          kind={search.sheet ?? 'poster'}
          onKind={(sheet) => change({ sheet: sheet === 'poster' ? undefined : sheet })}
        />
      );
    case 'clock':
      return (
        <>
          <ClockHints event={event} />
          <ClockView
            event={event}
            isFullScreen={search.screen === 'true'}
            onFullScreen={(isFull) => change({ screen: isFull ? 'true' : undefined }, { push: true })}
          />
        </>
      );
    default:
      return <WithAlbums event={event} section={section} />;
  }
}

function Passes({ event }: { event: StaffEvent }) {
  const { data: people = [] } = useQuery(rosterQuery);
  const roster = people.filter(({ left_at }) => left_at === null).map(({ name }) => name);
  return <EventLinksPanel kind="pass" event={event} suggestions={roster} />;
}

type WithAlbumsProps = { event: StaffEvent; section: 'upload' | 'running-order' | 'unsorted' | 'culling' };

function WithAlbums({ event, section }: WithAlbumsProps) {
  const { search, change } = useSearchState(eventPlaceSearch);
  const albums = useQuery(eventAlbumsQuery(event.id));
  return (
    <QueryState query={albums} loading={<Skeleton label="Loading albums" className="m-4 h-96" />}>
      {(loaded) => {
        if (section === 'running-order') return <RunningOrderView event={event} albums={loaded} />;
        if (section === 'culling') return <AlbumsToCull albums={loaded} />;
        return (
          <>
            <ClockHints event={event} isSorting={section === 'unsorted'} />
            {section === 'unsorted' ? (
              <UnsortedView event={event} albums={loaded} />
            ) : (
              <UploadView
                event={event}
                albums={loaded}
                albumId={search.album}
                onTarget={(album) => change({ album })}
              />
            )}
          </>
        );
      }}
    </QueryState>
  );
}
