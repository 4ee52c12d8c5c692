import { useQuery } from '@tanstack/react-query';
import { noAlbums } from '#web/components/album-list-messages.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { PageTabs } from '#web/components/page-tabs.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { AlbumAthletes } from '#web/features/athletes/album-athletes.tsx';
import { myDownloadsQuery } from '#web/features/downloads/downloads.query.ts';
import { OfflineAlbumList } from '#web/features/downloads/keep-offline.tsx';
import { OwnedAlbums } from '#web/features/downloads/owned-albums.tsx';
import { SinglePhotos } from '#web/features/downloads/single-photos.tsx';
import { SwapLink } from '#web/features/downloads/swap-link.tsx';
import {
  AlbumListLoading,
  AlbumListScreen,
  type MyAlbumList,
  useMyAlbumList,
} from '#web/features/found-albums/album-list-screen.tsx';
import { usePhotoAddress } from '#web/features/images/use-photo-address.ts';
import { openOrdersQuery } from '#web/features/orders/orders.query.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { paths } from '#web/lib/navigation.tsx';
import { purchasesSearch, useSearchState } from '#web/lib/search-params.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';
import { ShareButton } from './share-button.tsx';

const OwnedPhoto = lazyPart(() => import('./owned-photo.tsx'), 'OwnedPhoto');

const noteOf = (albumId: number) => <AlbumAthletes albumId={albumId} />;

function FoundAlbums({ list, found }: { list: MyAlbumList; found: MyAlbumList['albums'] }) {
  if (list.isLoading) return <AlbumListLoading />;
  return (
    <AlbumListScreen
      albums={found}
      noteOf={noteOf}
      isWide
      empty={
        <EmptyState
          title={noAlbums()}
          sentence={i18n.t('Save a team, and its albums show up here as soon as the photos are up.')}
          link={{ to: paths.home, label: i18n.t('Find albums') }}
        />
      }
    />
  );
}

type Counts = { albums: number; found: number; photos: number };

/** The page opens on the first tab that has something. */
function firstTab({ albums, found, photos }: Counts): string {
  if (albums > 0) return 'owned';
  if (photos > 0) return 'photos';
  return found > 0 ? 'found' : 'owned';
}

function Purchases() {
  const downloads = useQuery(myDownloadsQuery);
  const list = useMyAlbumList();
  const focusedAlbumId = useSearchState(purchasesSearch).search.album;
  const photo = usePhotoAddress();
  const found = list.albums.filter(({ owned }) => !owned);
  const isOnline = useIsOnline();
  if (!isOnline && !downloads.data) return <OfflineAlbumList />;
  return (
    <QueryState
      query={downloads}
      loading={<Skeleton label={i18n.t('Loading your albums')} className="h-[640px]" />}
    >
      {({ albums, photos }) => {
        const photoCount = photos.reduce((sum, { images }) => sum + images.length, 0);
        const hasOwn = albums.length + photoCount > 0;
        if (!hasOwn && list.isLoading)
          return <Skeleton label={i18n.t('Loading your albums')} className="h-[640px]" />;
        const openGroup = photos.find(({ images }) => images.some(({ id }) => id === photo.photoId));
        return (
          <>
            <PageTabs
              label={i18n.t('Your albums and photos')}
              first={firstTab({ albums: albums.length, found: found.length, photos: photoCount })}
              tabs={[
                {
                  name: 'owned',
                  label: i18n.t('Bought'),
                  count: albums.length,
                  content: (
                    <OwnedAlbums
                      downloads={albums}
                      focusedAlbumId={focusedAlbumId}
                      statusOf={(albumId) => list.albums.find(({ album }) => album.id === albumId)?.status}
                      shareOf={({ album }, titleId) => (
                        <ShareButton album={album} describedBy={titleId} isCompact />
                      )}
                      swapOf={(download) => <SwapLink download={download} found={found} />}
                    />
                  ),
                },
                {
                  name: 'found',
                  label: i18n.t('Found'),
                  count: found.length,
                  content: <FoundAlbums list={list} found={found} />,
                },
                {
                  name: 'photos',
                  label: i18n.t('Single photos'),
                  count: photoCount,
                  content: (
                    <SinglePhotos
                      groups={photos}
                      shareOf={({ album, auth, images }) => (
                        <ShareButton
                          album={album}
                          imageIds={images.map(({ id }) => id)}
                          {...(images[0] && { shown: { image: images[0], token: auth } })}
                          className="h-[50px]!"
                        />
                      )}
                      onOpen={(_, imageId) => photo.open(imageId)}
                    />
                  ),
                },
              ]}
            />
            {openGroup && photo.photoId !== undefined && (
              <OwnedPhoto
                group={openGroup}
                startId={photo.photoId}
                onTurn={photo.turnTo}
                onClose={photo.close}
              />
            )}
          </>
        );
      }}
    </QueryState>
  );
}

function OpenOrdersLink() {
  const count = useQuery(openOrdersQuery).data?.length ?? 0;
  return (
    <TextLink to={paths.openOrders}>
      {count > 0 ? i18n.t('Group orders ({count})', { count }) : i18n.t('Group orders')}
    </TextLink>
  );
}

export function MyAlbumsPage() {
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 py-8 desk:gap-8 desk:py-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <PageHeading title={i18n.t('Purchases')} />
        <OpenOrdersLink />
      </div>
      <Purchases />
    </div>
  );
}
