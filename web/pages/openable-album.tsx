import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { BuyBar } from '#web/components/buy-bar.tsx';
import { focusHeading } from '#web/components/page-heading.tsx';
import { FailedState, Loading } from '#web/components/states.tsx';
import { ViewerBar } from '#web/components/viewer-bar.tsx';
import { MatchCaption } from '#web/features/athletes/match-caption.tsx';
import {
  type AlbumAthlete,
  filterNameOf,
  isAthleteFilter,
  useAlbumAthletes,
} from '#web/features/athletes/use-album-athletes.ts';
import { AlbumDoor } from '#web/features/found-albums/album-door.tsx';
import { AlbumIntro } from '#web/features/found-albums/album-intro.tsx';
import { myAlbumsQuery } from '#web/features/found-albums/my-albums.query.ts';
import { useOpenAlbum } from '#web/features/found-albums/use-open-album.ts';
import type { ViewPass } from '#web/features/found-albums/view-pass.ts';
import { AlbumGallery } from '#web/features/images/album-gallery.tsx';
import { myReportsQuery } from '#web/features/moderation/my-reports.query.ts';
import { quoteQuery } from '#web/features/orders/orders.query.ts';
import { GymShare } from '#web/features/payees/gym-share.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { gallerySearch, useSearchState } from '#web/lib/search-params.ts';
import { useUser } from '#web/lib/session.ts';
import { PhotoPurchase, useBoughtPhotos } from './photo-purchase.tsx';
import { PhotosOffer } from './photos-offer.tsx';
import { ReportPhoto } from './report-photo.tsx';
import { ShareButton } from './share-button.tsx';
import { useBuyingAddress } from './use-buying-address.ts';

const PurchaseSheet = lazyPart(() => import('./purchase-sheet.tsx'), 'PurchaseSheet');
const OwnedActions = lazyPart(() => import('./owned-actions.tsx'), 'OwnedActions');
const SelectionBar = lazyPart(() => import('./selection-bar.tsx'), 'SelectionBar');
const NO_IMAGES: readonly Image[] = [];

type OpenableAlbumProps = { found: UserFoundAlbum; back: { to: string; label: string } };

const athleteOf = (athletes: readonly AlbumAthlete[], tab: string) =>
  athletes.find(({ athlete }) => filterNameOf(athlete) === tab);

/** Photos that were rejected stay on the page until it is left, but they are not offered. */
function imagesToOffer(images: readonly Image[], athlete: AlbumAthlete | undefined): number[] {
  const rejected = athlete?.images.filter(({ decision }) => decision === 'rejected') ?? [];
  return images.map(({ id }) => id).filter((id) => !rejected.some(({ image }) => image === id));
}

const labelOf = (name: string | undefined) => (photos: number) =>
  name
    ? i18n.t('Buy {name}’s {photos, plural, one {photo} other {# photos}}', { name, photos })
    : i18n.t('Buy my {photos, plural, one {favorite} other {# favorites}}', { photos });

/** Owners skip the door. */
export function OpenableAlbum({ found, back }: OpenableAlbumProps) {
  const { album, event, owned } = found;
  const user = useUser();
  const share = (
    <ShareButton album={album} isOwner={owned} kind="ghost" isCompact className="px-3! desk:px-[18px]!" />
  );
  const { open, pass, error, retry, enter, hide } = useOpenAlbum(found);
  const [entered, setEntered] = useState<ViewPass>();
  // The gate is gone together with the button that was pressed.
  useEffect(() => {
    if (entered) focusHeading();
  }, [entered]);
  const enterAndFocus = (next: ViewPass) => {
    enter(next);
    setEntered(next);
  };
  const [selected, setSelected] = useState<ReadonlySet<number>>();
  const toggleSelected = useCallback(
    (imageId: number) =>
      setSelected((before = new Set()) =>
        before.has(imageId)
          ? new Set([...before].filter((id) => id !== imageId))
          : new Set([...before, imageId]),
      ),
    [],
  );
  const { data: reportedIds } = useQuery({ ...myReportsQuery(album.id), enabled: open !== undefined });
  const { data: mine } = useQuery(myAlbumsQuery);
  const bought = useBoughtPhotos(album.id, !owned);
  // Photos that were bought before come off the price of the album.
  const rest = useQuery({ ...quoteQuery({ albumId: album.id }, undefined), enabled: bought.size > 0 }).data;
  const { athletes, filters } = useAlbumAthletes(album.id);
  const { show, photo } = useSearchState(gallerySearch).search;
  const address = useBuyingAddress();
  const canBuy = found.user_album_views.length > 0 || athletes.length > 0 || owned;
  const sheet = canBuy && (
    <PurchaseSheet
      found={found}
      images={open?.images ?? NO_IMAGES}
      token={open?.token}
      photoId={photo}
      athletes={athletes}
      address={address}
    />
  );
  const buyTab = isAthleteFilter(show) || show === 'favorites' ? (show ?? 'album') : 'album';
  if (!open) {
    return (
      <>
        <ViewerBar back={back} album={album} event={event} isTitleHidden={!owned} share={share} />
        {!owned && <AlbumDoor found={found} onOpened={enterAndFocus} onBuy={() => address.open('album')} />}
        {owned && (error ? <FailedState error={error} onRetry={retry} /> : <Loading />)}
        {sheet}
      </>
    );
  }
  const priceCents = albumPriceOf(event);
  return (
    <div className={owned && !selected ? 'pb-10' : 'pb-[150px] desk:pb-[140px]'}>
      <AlbumGallery
        albumUuid={album.uuid}
        title={teamName(album)}
        timeZone={event.time_zone}
        images={open.images}
        token={open.token}
        userId={user.id}
        topBar={(tabs) => <ViewerBar back={back} album={album} event={event} tabs={tabs} share={share} />}
        intro={
          <>
            <AlbumIntro found={found} pass={pass} onOpened={enter} />
            {!owned && <GymShare albumId={album.id} className="px-4 pt-2 desk:px-6" />}
            {owned && !selected && (
              <OwnedActions
                found={found}
                images={open.images}
                token={open.token}
                onSelect={() => setSelected(new Set())}
              />
            )}
          </>
        }
        selection={selected && { ids: selected, toggle: toggleSelected }}
        offer={(tab, images) =>
          !owned && (
            <PhotosOffer
              key={tab}
              imageIds={imagesToOffer(images, athleteOf(athletes, tab))}
              labelOf={labelOf(athleteOf(athletes, tab)?.name)}
              onBuy={() => address.open(tab)}
            />
          )
        }
        filters={filters}
        bought={bought}
        overlay={sheet}
        caption={(image) => <MatchCaption albumId={album.id} imageId={image.id} athletes={athletes} />}
        isMarked={({ id }) => !owned && !mine?.owned_images.some(({ image }) => image === id)}
        purchase={(image) => (
          <PhotoPurchase
            found={found}
            image={image}
            token={open.token}
            albumPriceCents={priceCents}
            onBuy={address.open}
          />
        )}
        reportedIds={reportedIds}
        report={(image, dialog) => (
          <ReportPhoto
            album={album}
            eventId={event.id}
            imageId={image.id}
            token={open.token}
            onCancel={dialog.onCancel}
            onReported={(outcome) => {
              dialog.onReported(outcome);
              if (outcome.isHidden) hide(image.id);
            }}
          />
        )}
      />
      {selected && (
        <SelectionBar
          found={found}
          images={open.images}
          token={open.token}
          selected={selected}
          onEnd={() => setSelected(undefined)}
        />
      )}
      {!owned && (
        <BuyBar
          album={album}
          priceCents={rest?.total ?? priceCents}
          isRest={(rest?.credit ?? 0) > 0}
          onBuy={() => address.open(buyTab)}
        />
      )}
    </div>
  );
}
