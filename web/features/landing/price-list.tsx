import type { ResponseOf } from '#contract/endpoint.ts';
import type { landingEndpoints } from '#contract/endpoints/landing.ts';
import { formatCents } from '#contract/rules/money.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import albumPicture from '#web/assets/event-cheer.webp';
import athletePicture from '#web/assets/how-find.webp';
import photoPicture from '#web/assets/how-keep.webp';
import { i18n } from '#web/lib/i18n.ts';

type Prices = ResponseOf<typeof landingEndpoints.getLanding>['prices'];

/** Today's prices of the latest event. */
export function PriceList({ prices: { photo, photos, athlete, album, share } }: { prices: Prices }) {
  return (
    <div className="grid gap-3">
      <ul
        aria-label={i18n.t('Prices')}
        className="grid grid-cols-[minmax(0,1fr)] gap-2.5 desk:auto-cols-fr desk:grid-cols-none desk:grid-flow-col desk:gap-6"
      >
        <Price
          picture={photoPicture}
          cents={photo}
          title={i18n.t('One photo')}
          note={
            photos
              ? i18n.t('{count, plural, one {# photo} other {# photos}} for {price}', {
                  count: photos.photos,
                  price: formatCents(photos.price),
                })
              : i18n.t('Full size, no watermark')
          }
        />
        {athlete !== null && (
          <Price
            picture={athletePicture}
            cents={athlete}
            title={i18n.t('Your athlete’s photos')}
            note={i18n.t('All of them from one event')}
          />
        )}
        <Price
          picture={albumPicture}
          cents={album}
          title={i18n.t('The whole album')}
          note={i18n.t('Every photo of the team. {price} each in a group order of {shares}.', {
            shares: SHARES_PER_ALBUM,
            price: formatCents(share),
          })}
        />
      </ul>
      <p className="text-13 text-ink-2">
        {i18n.t('Prices can differ by event. You always see yours before you pay.')}
      </p>
    </div>
  );
}

type PriceProps = { picture: string; cents: number; title: string; note: string };

function Price({ picture, cents, title, note }: PriceProps) {
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3.5 rounded-card border border-line px-4 py-3.5 desk:px-5.5 desk:py-4.5">
      <img
        src={picture}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-14 flex-none rounded-[10px] object-cover object-[50%_30%]"
      />
      <span className="min-w-[6rem] flex-1">
        <b className="block text-16 leading-snug font-bold tracking-[-0.01em]">{title}</b>
        <small className="block text-13 text-ink-2">{note}</small>
      </span>
      <b className="text-[1.25rem] font-[750] tracking-[-0.02em] tabular-nums">{formatCents(cents)}</b>
    </li>
  );
}
