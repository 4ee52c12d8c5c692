import { Check, ShieldCheck, ShoppingBag } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Album } from '#contract/entities/album.ts';
import type { Payment, Quote } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { Notice, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { openCart } from './cart-dialog-state.ts';
import { CouponField } from './coupon-field.tsx';
import { bestDeal, findBetter, useDeals } from './deals.ts';
import { OrderSummary, ViewAlbumLink } from './order-summary.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PoolStepper } from './pool-shares.tsx';
import { type PurchaseChoice, PurchaseChoices } from './purchase-choices.tsx';
import { PriceFailed, TaxPlaceNote } from './tax-place.tsx';
import { useAddToCart, useBuyPhotos } from './use-cart.ts';
import { usePurchase } from './use-purchase.ts';

type PurchasePanelProps = {
  album: Album;
  /** At least one. */
  choices: readonly [PurchaseChoice, ...PurchaseChoice[]];
  chosenKey: string | undefined;
  onChoose: (key: string) => void;
  imageOf: (choice: PurchaseChoice) => ReactNode;
  /** This is shown below the choices. */
  picker?: ReactNode;
  /** True when the buyer came from photos of their athlete. */
  facial: boolean;
  onPaid: (payment: Payment) => void;
};

/** Choosing and paying in one place; the sheet over the viewer and the purchase page show it. */
export function PurchasePanel({
  album,
  choices,
  chosenKey,
  picker,
  facial,
  onPaid,
  onChoose,
  imageOf,
}: PurchasePanelProps) {
  // Until the buyer chooses, a choice gives way to one with more photos that costs no more.
  const [hasChosen, setHasChosen] = useState(false);
  const deals = useDeals(album, choices);
  const asked = choices.find(({ key }) => key === chosenKey) ?? choices[0];
  const better = hasChosen ? undefined : findBetter(deals, asked.key);
  const choice = choices.find(({ key }) => key === better?.key) ?? asked;
  const purchase = usePurchase({ album, choice, facial });
  const { quote, pool } = purchase;
  const known = useRef<number>(undefined);
  if (purchase.amountCents !== undefined) known.current = purchase.amountCents;
  const amountCents = purchase.amountCents ?? known.current ?? 0;
  const loading = quote.error ? (
    <PriceFailed error={quote.error} onRetry={() => void quote.refetch()} />
  ) : (
    <Skeleton label={i18n.t('Loading the price')} className="h-[200px]" />
  );
  return (
    <div className="grid gap-2">
      <PaymentForm
        isCompact
        isPricing={purchase.amountCents === undefined}
        placeholder={known.current === undefined ? loading : undefined}
        isHeld={pool !== undefined}
        amountCents={amountCents}
        payLabel={pool && ((amount) => sharesLabelOf(amount, pool))}
        pay={purchase.pay}
        onDone={onPaid}
        lead={
          <>
            <PurchaseChoices
              album={album}
              choices={choices}
              chosenKey={choice.key}
              imageOf={imageOf}
              best={bestDeal(deals)}
              onChoose={(key) => {
                setHasChosen(true);
                onChoose(key);
              }}
            />
            {picker}
            {pool && <PoolPart pool={pool} />}
            {quote.price && !pool && <PriceLines price={quote.price} />}
            {!purchase.coupon.isFixed && (
              <CouponField
                code={quote.price?.coupon?.code}
                onApply={purchase.coupon.apply}
                onRemove={purchase.coupon.remove}
              />
            )}
          </>
        }
        note={
          <p className="flex items-start gap-2 text-13 text-ink-2">
            <ShieldCheck size={18} strokeWidth={1.8} className="flex-none text-ok" />
            <span>
              {pool
                ? i18n.t(
                    'Your card is only charged when all seven shares are taken. If they aren’t within six days, you pay nothing.',
                  )
                : i18n.t('You’re never charged twice, even if you lose signal.')}
            </span>
          </p>
        }
      />
      {choice.kind !== 'pool' && <AddChoiceToCart album={album} choice={choice} />}
    </div>
  );
}

type PoolChoice = NonNullable<ReturnType<typeof usePurchase>['pool']>;

function sharesLabelOf(amount: string, { order, shares }: PoolChoice): string {
  return (order?.pool?.mine ?? 0) > 0
    ? i18n.t('{shares, plural, one {Take # more share} other {Take # more shares}}: {amount}', {
        shares,
        amount,
      })
    : i18n.t('{shares, plural, one {Take # share} other {Take # shares}}: {amount}', { shares, amount });
}

function PoolPart({ pool: { order, shares, sharesLeft, setShares } }: { pool: PoolChoice }) {
  return (
    <>
      {order?.pool && (
        <p className="flex flex-wrap items-center gap-x-3 text-14 text-ink-2">
          {i18n.t('{taken} of {shares} shares taken, {mine} by you.', {
            taken: order.pool.taken,
            shares: order.pool.shares,
            mine: order.pool.mine,
          })}
          <TextLink to={paths.checkout(order.key)}>{i18n.t('Open the group order')}</TextLink>
        </p>
      )}
      <PoolStepper shares={shares} sharesLeft={sharesLeft} onChange={setShares} />
    </>
  );
}

/** A price without credit, discount and tax is already shown with its choice. */
function PriceLines({ price }: { price: Quote }) {
  if (price.credit + price.discount + price.tax === 0) return null;
  return (
    <div className="grid gap-2">
      <OrderSummary order={{ ...price, price_names: [] }} />
      {price.tax > 0 && <TaxPlaceNote />}
      {price.credit > 0 && (
        <p className="flex items-start gap-2 text-14 text-ok">
          <Check size={18} strokeWidth={2.2} className="flex-none" />
          {i18n.t('What you paid for photos of this album comes off the price.')}
        </p>
      )}
    </div>
  );
}

type AddChoiceProps = { album: Album; choice: PurchaseChoice };

/** Adds to the cart, for more than this in one payment or for a gift. */
function AddChoiceToCart({ album, choice }: AddChoiceProps) {
  const items = useUser().cart?.items ?? [];
  const isInCart = items.some((item) => item.image === null && item.album.id === album.id);
  const add = useAddToCart();
  const photos = useBuyPhotos();
  const error = add.error ?? photos.error;
  const put = () => {
    if (choice.kind === 'photos') return photos.buy(choice.imageIds);
    return isInCart ? openCart() : add.mutate({ album: album.id }, { onSuccess: openCart });
  };
  return (
    <>
      <Button icon={ShoppingBag} kind="ghost" isBusy={add.isPending || photos.isPending} onClick={put}>
        {choice.kind === 'album' && isInCart ? i18n.t('In your cart') : i18n.t('Add to cart')}
      </Button>
      {error && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
          {isApiError(error, 'view_before_purchase') && (
            <ViewAlbumLink album={album.id} event={album.events[0]?.id} />
          )}
        </Notice>
      )}
    </>
  );
}
