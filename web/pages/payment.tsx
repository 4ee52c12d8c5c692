import { queryOptions, useQuery } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Image } from '#contract/entities/album.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { readPass } from '#web/features/found-albums/view-pass.ts';
import { openCart } from '#web/features/orders/cart-dialog-state.ts';
import { PurchaseDone } from '#web/features/orders/purchase-done.tsx';
import { SinglePayment } from '#web/features/orders/single-payment.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths, useNavigate } from '#web/lib/navigation.tsx';
import { BACK_FROM_BANK, paymentChoiceSearch, useSearchState } from '#web/lib/search-params.ts';
import { readSession, useUser } from '#web/lib/session.ts';
import { boughtParts } from './bought-parts.tsx';

export const PaymentPage = () => <ChosenPayment kind="album" title={i18n.t('Payment')} />;
export const ImagePaymentPage = () => <ChosenPayment kind="image" title={i18n.t('Buy photos')} />;

type Kind = 'album' | 'image';

/** Sells what its address names, and shows the order there once it is paid. */
function ChosenPayment({ kind, title }: { kind: Kind; title: string }) {
  const { search, change } = useSearchState(paymentChoiceSearch);
  const navigate = useNavigate();
  const chosenId = search[kind];
  const chosen = useQuery({ ...chosenQuery(kind, chosenId ?? 0), enabled: chosenId !== undefined });
  const cartCount = useUser().cart?.items.length ?? 0;
  const nothing = (
    <EmptyState
      title={chosenId === undefined ? i18n.t('Nothing chosen yet') : i18n.t('Not for sale')}
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
      {search.order !== undefined ? (
        <PurchaseDone
          orderKey={search.order}
          parts={boughtParts}
          onClose={() => void navigate({ to: paths.myAlbums })}
        />
      ) : chosenId === undefined && cartCount > 0 ? (
        <EmptyState
          title={i18n.t('{count, plural, one {# item} other {# items}} in your cart', { count: cartCount })}
          sentence={i18n.t('Open your cart to pay for what’s in it.')}
        >
          <Button onClick={openCart}>{i18n.t('Open cart')}</Button>
        </EmptyState>
      ) : chosenId === undefined ? (
        nothing
      ) : (
        <QueryState
          query={chosen}
          loading={<Skeleton label={i18n.t('Loading your choice')} className="h-[420px]" />}
          missing={nothing}
        >
          {(purchase) => (
            <SinglePayment
              key={chosenId}
              {...purchase}
              facial={search.facial === 'true'}
              onPaid={(order) => void change({ ...BACK_FROM_BANK, order })}
            />
          )}
        </QueryState>
      )}
    </div>
  );
}

/** The price of a photo also tells its album. */
const chosenQuery = (kind: Kind, id: number) =>
  queryOptions({
    queryKey: ['payments', 'chosen', kind, id],
    queryFn: async ({ signal }) => {
      const albumId = kind === 'album' ? id : (await quoteImage(id, signal)).album;
      const answer = await callApi(catalogueEndpoints.getAlbum, { params: { id: albumId }, signal });
      const { images, temp_jwt, ...album } = answer;
      const pass = readPass(readSession().user?.id ?? 0, albumId);
      const places = [{ images, token: temp_jwt }, ...(pass ? [pass] : [])];
      return kind === 'image'
        ? { album, imageId: id, photo: findPhoto(id, places) }
        : { album, imageId: undefined, photo: undefined };
    },
  });

const quoteImage = (imageId: number, signal: AbortSignal) =>
  callApi(paymentEndpoints.quotePayment, { body: { imageId }, signal, retry: true });

type Pictures = { images: readonly Image[]; token: string };

/** A photo that is on no cover and in no open view is bought without its picture. */
function findPhoto(imageId: number, places: readonly Pictures[]) {
  for (const { images, token } of places) {
    const image = images.find(({ id }) => id === imageId);
    if (image) return { image, token };
  }
  return undefined;
}
