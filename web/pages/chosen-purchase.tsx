import { queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Image } from '#contract/entities/album.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { readPass } from '#web/features/found-albums/view-pass.ts';
import { keepPurchaseDetails, type PurchaseDetails } from '#web/features/orders/purchase-details.ts';
import { forgetPendingPayment } from '#web/features/orders/use-payment.ts';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { readSession } from '#web/lib/session.ts';

/** A payment of what was chosen before is not continued here; the server finishes or ends it. */
function choose(page: string, details: PurchaseDetails): PurchaseDetails {
  forgetPendingPayment(page);
  keepPurchaseDetails(details);
  return details;
}

async function readAlbum(albumId: number, signal: AbortSignal) {
  const answer = await callApi(catalogueEndpoints.getAlbum, { params: { id: albumId }, signal });
  const { images, temp_jwt, ...album } = answer;
  return { images, temp_jwt, album };
}

/** Makes the album that an address names the purchase of this tab. */
export const chosenAlbumQuery = (albumId: number, facial: boolean) =>
  queryOptions({
    queryKey: ['payments', 'chosen', { albumId, facial }],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { album } = await readAlbum(albumId, signal);
      const amount = albumPriceOf(album.events[0]);
      return choose(paths.payment, { type: 'album', albumId, amount, album, facial });
    },
  });

/** Makes the photo that an address names the purchase of this tab. */
export const chosenImageQuery = (imageId: number, facial: boolean) =>
  queryOptions({
    queryKey: ['payments', 'chosen', { imageId, facial }],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const quote = await callApi(paymentEndpoints.quotePayment, { body: { imageId }, signal, retry: true });
      const { album, images, temp_jwt } = await readAlbum(quote.album, signal);
      const { image, imageToken } = findImage(imageId, [
        { images, token: temp_jwt },
        ...[readPass(readSession().user?.id ?? 0, album.id) ?? []].flat(),
      ]);
      const shared = { albumId: album.id, amount: quote.total, album, facial };
      return choose(paths.imagePayment, { type: 'image', ...shared, imageId, image, imageToken });
    },
  });

type Pictures = { images: readonly Image[]; token: string };

/** A photo that is on no cover and in no open view is bought without its picture. */
function findImage(imageId: number, places: readonly Pictures[]) {
  for (const { images, token } of places) {
    const image = images.find(({ id }) => id === imageId);
    if (image) return { image, imageToken: token };
  }
  return {
    image: { id: imageId, width: 0, height: 0, captured_at: null, placeholder: null },
    imageToken: null,
  };
}

type NoPurchaseProps = {
  title: string;
  /** Undefined if the address names nothing. */
  choice: UseQueryResult | undefined;
};

/** The payment pages while a choice loads, and without one. */
export function NoPurchase({ title, choice }: NoPurchaseProps) {
  const loading = <Skeleton label={i18n.t('Loading your choice')} className="h-[420px]" />;
  const nothing = (
    <EmptyState
      title={choice ? i18n.t('Not for sale') : i18n.t('Nothing chosen yet')}
      sentence={i18n.t('Open an album and choose the photos you’d like to buy.')}
      link={{ to: paths.home, label: i18n.t('Your albums') }}
    >
      <Link to={paths.searchAlbums} className={buttonStyle('line')}>
        {i18n.t('Search albums')}
      </Link>
    </EmptyState>
  );
  return (
    <div className="wrap grid gap-6 py-6 desk:max-w-[1120px] desk:gap-8 desk:py-12">
      <PageHeading title={title} />
      {choice ? (
        <QueryState query={choice} loading={loading} missing={nothing}>
          {() => loading}
        </QueryState>
      ) : (
        nothing
      )}
    </div>
  );
}
