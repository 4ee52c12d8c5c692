import type { AlbumOnly } from '#contract/entities/album.ts';
import { formatCents } from '#contract/rules/money.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Button } from './button.tsx';
import { Photo } from './photo.tsx';

type BuyBarProps = {
  album: AlbumOnly;
  priceCents: number;
  /** True if photos of the album were bought before, so that the price is only what is left to pay. */
  isRest?: boolean;
  onBuy: () => void;
};

export function BuyBar({ album, priceCents, isRest = false, onBuy }: BuyBarProps) {
  return (
    <section
      aria-label={i18n.t('Purchase')}
      className="fixed inset-x-0 bottom-0 z-30 grid gap-2.5 border-line border-t bg-surface/94 px-4 pt-3 pb-[calc(14px+env(safe-area-inset-bottom))] backdrop-blur-[18px] desk:inset-x-auto desk:bottom-6 desk:left-1/2 desk:flex desk:w-max desk:max-w-[calc(100%-24px)] desk:-translate-x-1/2 desk:items-center desk:gap-7 desk:rounded-[28px] desk:border desk:py-3 desk:pr-3 desk:pl-5 desk:shadow-3"
    >
      <div className="flex items-center gap-3 desk:gap-4">
        <span aria-hidden className="relative h-[42px] w-[58px] flex-none">
          {album.cover.map((image, index) => (
            <span
              key={image.id}
              className="absolute size-[42px] overflow-hidden rounded-[8px] border-2 border-surface"
              style={{ left: index * 8 }}
            >
              <Photo albumUuid={album.uuid} image={image} token={album.cover_auth} className="size-full" />
            </span>
          ))}
        </span>
        <p className="min-w-0 text-13 leading-[1.3] whitespace-nowrap text-ink-2">
          <b className="block text-15 font-bold text-ink">
            {isRest ? i18n.t('Complete the album') : i18n.t('Whole album')}
          </b>
          {isRest
            ? i18n.t('{price} to complete the album', { price: formatCents(priceCents) })
            : i18n.t('{count, plural, one {# photo, no watermark} other {# photos, no watermark}}', {
                count: album.images_count,
              })}
        </p>
        <b className="ml-auto text-22 font-[750] tracking-[-0.02em] tabular-nums desk:ml-2">
          {formatCents(priceCents)}
        </b>
      </div>
      <Button kind="buy" aria-haspopup="dialog" onClick={onBuy} className="h-[50px]! px-[22px]!">
        {i18n.t('Purchase Album')}
      </Button>
    </section>
  );
}
