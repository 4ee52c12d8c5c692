import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import type { AlbumMatches } from '#contract/entities/athlete.ts';
import { formatCents } from '#contract/rules/money.ts';
import { MAX_CART_ITEMS } from '#contract/rules/orders.ts';
import { albumPriceOf, pricesAt } from '#contract/rules/pricing.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import type { FoundPhoto } from '#web/features/athletes/match-viewer.tsx';
import { filterNameOf } from '#web/features/athletes/use-album-athletes.ts';
import { listBuyable, type Weekend } from '#web/features/athletes/weekend-section.tsx';
import { quoteQuery } from '#web/features/orders/orders.query.ts';
import { paymentSettingsQuery } from '#web/features/orders/payment-settings.tsx';
import { useBuyPhotos } from '#web/features/orders/use-cart.ts';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { gallerySearch, purchaseSearch, searchFor } from '#web/lib/search-params.ts';
import { ShareButton } from './share-button.tsx';

type WeekendOfferProps = { athlete: { id: number; name: string }; weekend: Weekend };

/** One quiet row that buys an athlete's photos of a weekend, and what can be done with her albums. */
export function WeekendOffer({ athlete, weekend }: WeekendOfferProps) {
  const missing = listBuyable(weekend).slice(0, MAX_CART_ITEMS);
  return (
    <>
      {missing.length > 0 && <BuyRow name={athlete.name} city={weekend.event.city} imageIds={missing} />}
      {weekend.albums.map((entry) => (
        <AlbumRow key={entry.album.id} athleteId={athlete.id} entry={entry} />
      ))}
    </>
  );
}

type BuyRowProps = { name: string; city: string; imageIds: number[] };

/** The server finds the best price for exactly these photos. */
function BuyRow({ name, city, imageIds }: BuyRowProps) {
  const quote = useQuery(quoteQuery({ imageIds }, undefined));
  const { buy, isPending, error } = useBuyPhotos();
  const count = imageIds.length;
  const total = quote.isPlaceholderData ? undefined : quote.data?.total;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-sunk py-3 pr-3 pl-4">
        <p className="min-w-0 flex-1 basis-[9rem] text-14 text-ink-2">
          <b className="block text-15 leading-tight font-bold text-ink">
            {city
              ? i18n.t(
                  '{count, plural, one {Buy {name}’s photo from {city}} other {Buy {name}’s photos from {city}}}',
                  { count, name, city },
                )
              : i18n.t('{count, plural, one {Buy {name}’s photo} other {Buy {name}’s photos}}', {
                  count,
                  name,
                })}
          </b>
          {count === 1 ? i18n.t('Full size, no watermark') : i18n.t('Every one, full size')}
        </p>
        <Button
          kind="buy"
          aria-haspopup="dialog"
          className="px-5! tabular-nums"
          isBusy={isPending}
          onClick={() => buy(imageIds)}
        >
          {total === undefined
            ? i18n.t('{count, plural, one {Buy # photo} other {Buy # photos}}', { count })
            : i18n.t('{count} for {price}', { count, price: formatCents(total) })}
        </Button>
      </div>
      <ErrorNotice error={error} />
    </div>
  );
}

function AlbumRow({ athleteId, entry }: { athleteId: number; entry: AlbumMatches }) {
  const { album, album_owned, matches } = entry;
  const owned = matches.filter((match) => match.owned && match.decision !== 'rejected');
  const [first] = owned;
  const [event] = album.events;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <TextLink
        to={paths.userAlbum(album.id)}
        search={searchFor(gallerySearch, { show: filterNameOf(athleteId) })}
      >
        {teamName(album)}
      </TextLink>
      {!album_owned && (
        <TextLink to={paths.purchaseAlbum(album.uuid)} search={searchFor(purchaseSearch, { facial: 'true' })}>
          {i18n.t('Buy whole album {price}', { price: formatCents(albumPriceOf(event)) })}
        </TextLink>
      )}
      {first && entry.owned_auth && (
        <ShareButton
          album={album}
          imageIds={owned.map(({ image }) => image.id)}
          shown={{ image: first.image, token: entry.owned_auth }}
          className="ml-auto"
        />
      )}
    </div>
  );
}

type FoundPhotoPurchaseProps = { athleteId: number; photo: FoundPhoto };

/** Owned photos open in their album, where they can be downloaded. */
export function FoundPhotoPurchase({ athleteId, photo: { match, entry } }: FoundPhotoPurchaseProps) {
  const { album } = entry;
  const { data: settings } = useQuery(paymentSettingsQuery);
  const { buy, isPending, error } = useBuyPhotos();
  if (match.owned) {
    return (
      <Link
        to={paths.userAlbum(album.id)}
        search={searchFor(gallerySearch, { show: filterNameOf(athleteId), photo: match.image.id })}
        className={`${buttonStyle()} h-[50px]! flex-1 desk:px-8!`}
      >
        <Images size={20} strokeWidth={1.8} />
        {i18n.t('Open in album')}
      </Link>
    );
  }
  const [event] = album.events;
  const priceCents = event && pricesAt(event, new Date(), settings?.image_price).imageCents;
  return (
    <div className="grid min-w-0 flex-1 gap-2">
      <Button
        kind="buy"
        aria-haspopup="dialog"
        className="h-[50px]! desk:px-8!"
        isBusy={isPending}
        onClick={() => buy([match.image.id])}
      >
        {i18n.t('Buy this photo')}
        {priceCents !== undefined && <span className="tabular-nums">{formatCents(priceCents)}</span>}
      </Button>
      <ErrorNotice error={error} />
    </div>
  );
}
