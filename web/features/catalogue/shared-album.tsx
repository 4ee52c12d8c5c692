import type { ReactNode } from 'react';
import type { VisitedAlbum } from '#contract/endpoints/arriving.ts';
import type { Album, Event } from '#contract/entities/album.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { AlbumCover } from '#web/components/album-cover.tsx';
import { AlbumLines } from '#web/components/album-lines.tsx';
import { buttonStyle } from '#web/components/button.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';

type SharedAlbumProps = {
  album: Album | VisitedAlbum;
  event: Event;
  /** A heading above the team, for example of an invitation. */
  note?: ReactNode;
  /** Replaces the link to the viewer. */
  wayIn?: ReactNode;
};

export function SharedAlbum({ album, event, note, wayIn }: SharedAlbumProps) {
  const hasCover = 'cover' in album;
  return (
    <div
      className={`mx-auto grid w-full items-center gap-6 px-4 py-6 desk:gap-12 desk:py-14 ${hasCover ? 'max-w-[1080px] desk:grid-cols-[1.25fr_1fr]' : 'max-w-[560px]'}`}
    >
      {hasCover && <AlbumCover album={album} isEager />}
      <div className="grid gap-6">
        {note}
        <header className="grid gap-1.5">
          <h1
            tabIndex={-1}
            className="text-28 leading-tight font-extrabold tracking-[-0.03em] text-balance desk:text-48 desk:leading-none"
          >
            <span className="sr-only">
              {i18n.t('Performance {number}', { number: album.performance_order })},{' '}
            </span>
            {teamName(album)}
          </h1>
          <AlbumLines album={album} event={event} className="text-ink-2" />
        </header>
        <p className="flex items-baseline gap-3">
          <b className="text-28 font-[750] tracking-[-0.02em] tabular-nums">
            {formatCents(albumPriceOf(event))}
          </b>
          <span className="text-ink-2">
            {i18n.t('for the whole album: {count, plural, one {# photo} other {# photos}}, no watermark', {
              count: album.images_count,
            })}
          </span>
        </p>
        {wayIn ?? (
          <Link
            to={paths.eventAlbum(event.id, album.id)}
            className={`${buttonStyle()} h-[52px]! justify-self-start px-7!`}
          >
            {i18n.t('View Album')}
          </Link>
        )}
      </div>
    </div>
  );
}
