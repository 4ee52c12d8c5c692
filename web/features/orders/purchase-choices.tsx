import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Album, Image } from '#contract/entities/album.ts';
import type { Quote } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { isTooSmallToShare, shareAmountsCents } from '#contract/rules/orders.ts';
import { pricesAt } from '#contract/rules/pricing.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { quoteQuery } from './orders.query.ts';
import { paymentSettingsQuery } from './payment-settings.tsx';
import { priceNameOf } from './price-name.ts';

type PurchaseChoicesProps = {
  album: Album;
  choices: readonly PurchaseChoice[];
  chosenKey: string;
  onChoose: (key: string) => void;
  imageOf: (choice: PurchaseChoice) => ReactNode;
  /** The lowest price for each photo. */
  best?: { key: string; cents: number; photos: number } | undefined;
};

export function PurchaseChoices({ choices, chosenKey, onChoose, best, ...row }: PurchaseChoicesProps) {
  const name = useId();
  return (
    <fieldset className="grid gap-1.5 desk:gap-2">
      <legend className="sr-only">{i18n.t('What to buy')}</legend>
      {choices.map((choice) => (
        <ChoiceRow
          key={choice.key}
          choice={choice}
          name={name}
          isChosen={choice.key === chosenKey}
          onChoose={() => onChoose(choice.key)}
          perPhotoCents={best?.key === choice.key ? Math.round(best.cents / best.photos) : undefined}
          {...row}
        />
      ))}
    </fieldset>
  );
}

type ChoiceRowProps = Pick<PurchaseChoicesProps, 'album' | 'imageOf'> & {
  choice: PurchaseChoice;
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Known for the best deal. */
  perPhotoCents: number | undefined;
};

function ChoiceRow({ album, choice, name, isChosen, onChoose, perPhotoCents, imageOf }: ChoiceRowProps) {
  const { price, error } = useChoicePrice(album.id, choice);
  const regularCents = useRegularCents(album, choice, price);
  const cents = price && (choice.kind === 'pool' ? shareAmountsCents(price.total)[0] : price.total);
  const why = price && choice.kind !== 'pool' ? price.price_names.map(priceNameOf).join('. ') : '';
  const isTooSmall = choice.kind === 'pool' && price !== undefined && isTooSmallToShare(price.total);
  return (
    <label className="relative grid min-h-[60px] cursor-pointer grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-3 rounded-[14px] bg-sunk py-1.5 pr-3.5 pl-1.5 has-checked:bg-spot-wash has-checked:shadow-[inset_0_0_0_2px_var(--spot)] has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        disabled={(error !== null && !price) || (isTooSmall && !isChosen)}
        onChange={onChoose}
        className="absolute size-px opacity-0"
      />
      <span aria-hidden className="grid size-12 overflow-hidden rounded-[10px] bg-line">
        {imageOf(choice)}
      </span>
      <span className="min-w-0">
        <b className="flex flex-wrap items-center gap-x-2 text-15 leading-tight font-bold tracking-[-0.01em]">
          {choice.title}
          {perPhotoCents !== undefined && (
            <span className="rounded-ctl bg-spot px-2 py-0.5 text-12 font-[650] text-spot-ink">
              {i18n.t('Best value: {price} a photo', { price: formatCents(perPhotoCents) })}
            </span>
          )}
        </b>
        <small className={`block text-13 leading-[1.3] ${why ? 'font-medium text-ok' : 'text-ink-2'}`}>
          {error && !price
            ? messageOf(error)
            : isTooSmall
              ? i18n.t('What’s left to pay is too little for a group order')
              : why || choice.note}
        </small>
      </span>
      <span className="text-right whitespace-nowrap tabular-nums">
        <b className="block text-15 font-bold">{cents === undefined ? '…' : formatCents(cents)}</b>
        {choice.kind === 'pool' && <small className="block text-13 text-ink-2">{i18n.t('a share')}</small>}
        {regularCents !== undefined && (
          <small className="block text-13 text-ink-2">
            <s>
              <span className="sr-only">{i18n.t('instead of')} </span>
              {formatCents(regularCents)}
            </s>
          </small>
        )}
      </span>
    </label>
  );
}

/** The price of the photos one by one, if that is more. */
function useRegularCents(album: Album, choice: PurchaseChoice, price: Quote | undefined): number | undefined {
  const { data: settings } = useQuery(paymentSettingsQuery);
  const [event] = album.events;
  if (choice.kind !== 'photos' || !price || !event || !settings) return undefined;
  const cents = price.images.length * pricesAt(event, new Date(), settings.image_price).imageCents;
  return cents > price.sub_total ? cents : undefined;
}

/** Something that can be bought in the purchase sheet; `key` is in the address. */
export type PurchaseChoice = {
  key: string;
  title: string;
  note: string;
  picture: Image | undefined;
} & ({ kind: 'album' } | { kind: 'pool' } | { kind: 'photos'; imageIds: number[] });

/** The items that the server is asked to price. */
export const wantedOf = (choice: PurchaseChoice, albumId: number) =>
  choice.kind === 'photos' ? { imageIds: choice.imageIds } : { albumId };

/** `price` is undefined while the price of this very choice is not known, also if another one is still shown. */
export function useChoicePrice(albumId: number, choice: PurchaseChoice, coupon?: string) {
  const quote = useQuery(quoteQuery(wantedOf(choice, albumId), coupon));
  return { ...quote, price: quote.isPlaceholderData ? undefined : quote.data };
}
