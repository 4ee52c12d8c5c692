import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Album, Event } from '#contract/entities/album.ts';
import { CardDownloadContext } from '#web/components/album-card.tsx';
import { noAlbums } from '#web/components/album-list-messages.ts';
import { PageTabs } from '#web/components/page-tabs.tsx';
import { EmptyState, FailedState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { AlbumAthletes, FindMyAthlete } from '#web/features/athletes/album-athletes.tsx';
import { EventHeader, eventAlbumsQuery, eventQuery } from '#web/features/catalogue/event-header.tsx';
import { EventSchedule } from '#web/features/catalogue/event-schedule.tsx';
import { downloadOnCard } from '#web/features/downloads/zip-downloads.tsx';
import { listEventAlbums } from '#web/features/found-albums/album-list.ts';
import { AlbumListScreen } from '#web/features/found-albums/album-list-screen.tsx';
import { myAlbumsQuery } from '#web/features/found-albums/my-albums.query.ts';
import { isMissing } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, usePathParams } from '#web/lib/navigation.tsx';
import { siteQuery } from '#web/lib/site.query.ts';

function EventMissing() {
  return (
    <EmptyState
      title={i18n.t('Event not found')}
      sentence={i18n.t('The link may be incomplete, or this event isn’t for sale anymore.')}
      link={{ to: paths.events, label: i18n.t('Browse events') }}
    />
  );
}

const noteOf = (albumId: number) => <AlbumAthletes albumId={albumId} />;

type EventViewsProps = { event: Event; albums: readonly Album[] };

/** The running order hour by hour, or the same albums as cards. */
function EventViews({ event, albums }: EventViewsProps) {
  return (
    <PageTabs
      label={i18n.t('Show as')}
      tabs={[
        {
          name: 'schedule',
          label: i18n.t('Schedule'),
          content: <EventSchedule event={event} albums={albums} />,
        },
        { name: 'albums', label: i18n.t('Albums'), content: <EventAlbums event={event} albums={albums} /> },
      ]}
    />
  );
}

function EventAlbums({ event, albums }: EventViewsProps) {
  const { data: mine } = useQuery(myAlbumsQuery);
  const viewLimit = useQuery(siteQuery).data?.view_limit;
  const listed = useMemo(
    () => listEventAlbums(albums, event, { mine, viewLimit }),
    [albums, event, mine, viewLimit],
  );
  return (
    <CardDownloadContext value={downloadOnCard}>
      <AlbumListScreen albums={listed} noteOf={noteOf} empty={null} isWide />
    </CardDownloadContext>
  );
}

function EventContent({ eventId }: { eventId: number }) {
  const event = useQuery(eventQuery(eventId));
  const albums = useQuery(eventAlbumsQuery(eventId));
  const error = event.error ?? albums.error;
  if (isMissing(event.error)) return <EventMissing />;
  if (event.data && albums.data) {
    return (
      <>
        <EventHeader event={event.data} albums={albums.data} />
        {albums.data.length > 0 ? (
          <EventViews event={event.data} albums={albums.data} />
        ) : (
          <EmptyState
            title={noAlbums()}
            sentence={i18n.t('Photos appear here soon after the first performance.')}
          />
        )}
        <FindMyAthlete />
      </>
    );
  }
  if (error) {
    return (
      <FailedState
        error={error}
        onRetry={() => {
          void event.refetch();
          void albums.refetch();
        }}
      />
    );
  }
  return (
    <>
      {event.data ? (
        <EventHeader event={event.data} albums={undefined} />
      ) : (
        <Skeleton label={i18n.t('Loading the event')} className="h-[290px] desk:h-[418px]" />
      )}
      <Skeleton label={i18n.t('Loading albums')} className="h-[640px]" />
    </>
  );
}

export function EventPage() {
  const { eventid } = usePathParams('/events/:eventid');
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 pt-2 pb-10 desk:gap-8 desk:pt-4 desk:pb-20">
      <nav aria-label={i18n.t('Breadcrumb')} className="-mb-5 text-15">
        <TextLink to={paths.events}>{i18n.t('All events')}</TextLink>
      </nav>
      <EventContent eventId={Number(eventid)} />
    </div>
  );
}
