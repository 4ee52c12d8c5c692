import { useQuery } from '@tanstack/react-query';
import { Check, Download, ShoppingBag } from 'lucide-react';
import { useMemo } from 'react';
import type { AlbumOnly, Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { formatCents } from '#contract/rules/money.ts';
import { pricesAt } from '#contract/rules/pricing.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { photoAddress } from '#web/components/photo.tsx';
import { Trans } from '#web/components/trans.tsx';
import { myDownloadsQuery } from '#web/features/downloads/downloads.query.ts';
import { myAlbumsQuery } from '#web/features/found-albums/my-albums.query.ts';
import { openCart } from '#web/features/orders/cart-dialog-state.ts';
import { paymentSettingsQuery } from '#web/features/orders/payment-settings.tsx';
import { useAddToCart } from '#web/features/orders/use-cart.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { ShareButton } from './share-button.tsx';

type PhotoPurchaseProps = {
  found: UserFoundAlbum;
  image: Image;
  token: string;
  albumPriceCents: number;
  /** Opens the purchase sheet at this choice. */
  onBuy: (choice: string) => void;
};

export function PhotoPurchase(props: PhotoPurchaseProps) {
  const { found, image, token } = props;
  const { data: mine } = useQuery(myAlbumsQuery);
  if (found.owned) return <Yours found={found} image={image} token={token} />;
  const isBought = mine?.owned_images.some((owned) => owned.image === image.id);
  return isBought ? <BoughtPhoto found={found} image={image} /> : <BuyPhoto {...props} />;
}

/** Said to screen readers, and shown where there is room. */
const WIDE = { wide: <span className="max-desk:sr-only" /> };

/** On a phone the price is below the words, so that three buttons fit in any language. */
const TWO_LINES =
  'h-[50px]! min-w-0 flex-col gap-0! px-3! text-14! leading-tight! desk:flex-row desk:gap-1.5!';

function BuyPhoto({ found, image, albumPriceCents, onBuy }: PhotoPurchaseProps) {
  const { album, event } = found;
  const { data: settings } = useQuery(paymentSettingsQuery);
  const priceCents = pricesAt(event, new Date(), settings?.image_price).imageCents;
  return (
    <>
      <Button
        kind="buy"
        aria-haspopup="dialog"
        onClick={() => onBuy('photo')}
        className={`${TWO_LINES} flex-1 desk:px-[22px]! desk:text-15!`}
      >
        <span>
          <Trans id="Buy <wide>this</wide> photo" components={WIDE} />
        </span>{' '}
        <span className="tabular-nums">{formatCents(priceCents)}</span>
      </Button>
      <PutIntoCart imageId={image.id} />
      <Button
        kind="line"
        aria-haspopup="dialog"
        onClick={() => onBuy('album')}
        className={`${TWO_LINES} desk:px-[18px]!`}
      >
        <span>
          <Trans
            id="{count, plural, one {All <wide># photo</wide>} other {All <wide># photos</wide>}}"
            values={{ count: album.images_count }}
            components={WIDE}
          />
        </span>
        <span className="tabular-nums">{formatCents(albumPriceCents)}</span>
      </Button>
    </>
  );
}

function PutIntoCart({ imageId }: { imageId: number }) {
  const items = useUser().cart?.items ?? [];
  const isInCart = items.some((item) => item.image === imageId);
  const add = useAddToCart();
  const put = () =>
    add.mutate(
      { images: [imageId] },
      {
        onSuccess: () =>
          toast(i18n.t('The photo is in your cart.'), {
            action: { label: i18n.t('Open'), onClick: openCart },
          }),
        onError: toast.failure,
      },
    );
  return (
    <Button
      kind="line"
      isBusy={add.isPending}
      aria-label={isInCart ? i18n.t('In your cart') : i18n.t('Add this photo to the cart')}
      title={isInCart ? i18n.t('In your cart') : i18n.t('Add to cart')}
      onClick={isInCart ? openCart : put}
      className="size-[50px]! flex-none px-0!"
    >
      {!add.isPending &&
        (isInCart ? (
          <Check size={22} strokeWidth={2.2} className="text-ok" />
        ) : (
          <ShoppingBag size={22} strokeWidth={1.8} />
        ))}
    </Button>
  );
}

type BoughtPhotoProps = Pick<PhotoPurchaseProps, 'found' | 'image'>;

/** A single photo has its own token for the full size. */
function BoughtPhoto({ found, image }: BoughtPhotoProps) {
  const { data } = useQuery(myDownloadsQuery);
  const bought = data?.photos.find(({ album }) => album.id === found.album.id);
  return <Yours found={found} image={image} token={bought?.auth} />;
}

function Yours({ found, image, token }: BoughtPhotoProps & { token: string | undefined }) {
  return (
    <>
      <p className="inline-flex h-[50px] items-center gap-1.5 px-2 font-[650] text-ok">
        <Check size={20} strokeWidth={2.2} />
        {i18n.t('Yours')}
      </p>
      {token && <OwnPhotoActions album={found.album} image={image} token={token} />}
    </>
  );
}

type OwnPhotoActionsProps = {
  album: AlbumOnly;
  image: Image;
  token: string;
  /** The name of the saved file; by default that of its address. */
  fileName?: string | undefined;
};

export function OwnPhotoActions({ album, image, token, fileName = '' }: OwnPhotoActionsProps) {
  return (
    <>
      <a
        href={photoAddress(album.uuid, image.id, 'original', token)}
        download={fileName}
        className={`${buttonStyle()} h-[50px]! flex-1 desk:px-[22px]!`}
      >
        <Download size={20} strokeWidth={1.8} />
        {i18n.t('Download')}
      </a>
      <ShareButton
        album={album}
        imageIds={[image.id]}
        shown={{ image, token }}
        isCompact
        className="h-[50px]!"
      />
    </>
  );
}

const NONE: ReadonlyMap<number, string> = new Map();

/** The photos of an album that were bought one by one, each with the token that opens it without a watermark. */
export function useBoughtPhotos(albumId: number, isWanted: boolean): ReadonlyMap<number, string> {
  const { data: mine } = useQuery(myAlbumsQuery);
  const hasSome = isWanted && (mine?.owned_images.length ?? 0) > 0;
  const { data } = useQuery({ ...myDownloadsQuery, enabled: hasSome });
  const group = hasSome ? data?.photos.find(({ album }) => album.id === albumId) : undefined;
  return useMemo(() => (group ? new Map(group.images.map(({ id }) => [id, group.auth])) : NONE), [group]);
}
