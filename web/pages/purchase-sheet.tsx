import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import type { Payment } from '#contract/entities/order.ts';
import { Photo } from '#web/components/photo.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Notice } from '#web/components/states.tsx';
import { type AlbumAthlete, isAthleteFilter } from '#web/features/athletes/use-album-athletes.ts';
import { DownloadPurchase } from '#web/features/downloads/download-purchase.tsx';
import { myAlbumsQuery } from '#web/features/found-albums/my-albums.query.ts';
import { useFavoritesIn } from '#web/features/images/favorites.ts';
import type { PurchaseChoice } from '#web/features/orders/purchase-choices.tsx';
import { PurchaseDone } from '#web/features/orders/purchase-done.tsx';
import { PurchasePanel } from '#web/features/orders/purchase-panel.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { boughtParts } from './bought-parts.tsx';
import { listChoices, listPicks } from './list-choices.ts';
import { PhotoPicks } from './photo-picks.tsx';
import type { BuyingAddress } from './use-buying-address.ts';

type PurchaseSheetProps = {
  found: UserFoundAlbum;
  /** The photos on the screen, if the album is open. */
  images: readonly Image[];
  token: string | undefined;
  photoId: number | undefined;
  athletes: readonly AlbumAthlete[];
  address: BuyingAddress;
};

export function PurchaseSheet(props: PurchaseSheetProps) {
  const { found, address } = props;
  const { choice, paidOrder } = address;
  if (paidOrder !== undefined)
    return <PurchaseDone orderKey={paidOrder} parts={boughtParts} onClose={address.close} />;
  if (choice === undefined) return null;
  return (
    <Sheet
      isAside
      title={i18n.t('Choose your photos')}
      description={i18n.t('{team}, Performance {number}', {
        team: teamName(found.album),
        number: found.album.performance_order,
      })}
      onClose={address.close}
    >
      <Choosing {...props} />
    </Sheet>
  );
}

function Choosing({ found, images, token, photoId, athletes, address }: PurchaseSheetProps) {
  const navigate = useNavigate();
  const user = useUser();
  const { data: mine } = useQuery(myAlbumsQuery);
  const favorites = useFavoritesIn(user.id, found.album.uuid, images);
  const album = { ...found.album, events: [found.event] };
  // A live event may report the purchase before the answer to the payment does.
  const [wasOwned] = useState(found.owned);
  if (wasOwned) {
    return (
      <div className="grid gap-4 pb-4">
        <Notice tone="ok">{i18n.t('Already Purchased')}</Notice>
        <DownloadPurchase items={[{ album, image: null }]} />
      </div>
    );
  }
  const ownedImages = new Set(mine?.owned_images.map(({ image }) => image));
  const picks = listPicks({ album, images, favorites, ownedImages });
  const choices = listChoices({
    album,
    images,
    photoId,
    favorites,
    athletes,
    ownedImages,
    picks,
    chosenKey: address.choice,
  });
  const imageOf = ({ picture, key }: PurchaseChoice) => {
    const isCover = key === 'album' || key === 'pool' || picks.some((pick) => pick.key === key);
    return (
      picture && (
        <Photo
          albumUuid={album.uuid}
          image={picture}
          token={isCover ? album.cover_auth : (token ?? null)}
          className="size-full"
        />
      )
    );
  };
  const notifyDone = ({ order_key }: Payment) => {
    if (address.showDone(order_key)) return;
    const show = () => void navigate({ to: paths.checkout(order_key) });
    toast(i18n.t('Your payment for {team} went through.', { team: teamName(album) }), {
      action: { label: i18n.t('Open'), onClick: show },
    });
  };
  return (
    <PurchasePanel
      album={album}
      choices={choices}
      chosenKey={address.choice}
      onChoose={address.choose}
      imageOf={imageOf}
      picker={
        picks.some(({ key }) => key === address.choice) && (
          <PhotoPicks
            album={album}
            picks={picks}
            chosenKey={address.choice}
            onPick={address.choose}
            hasAthletes={athletes.length > 0}
          />
        )
      }
      facial={isAthleteFilter(address.choice)}
      onPaid={notifyDone}
    />
  );
}
