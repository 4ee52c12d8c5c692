import { type ReactNode, useId } from 'react';
import type { AlbumOnly, Event } from '#contract/entities/album.ts';
import { VIEWS_EXCEEDED_MESSAGE } from '#contract/rules/albums.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { wantAlbum } from '#web/lib/wanted-album.ts';
import { AlbumCardActions } from './album-card-actions.tsx';
import { AlbumCover } from './album-cover.tsx';
import { AlbumLines } from './album-lines.tsx';
import { OwnedMark } from './owned-mark.tsx';
import { ViewMeter, type ViewStanding } from './view-meter.tsx';

type AlbumCardProps = {
  album: AlbumOnly;
  event: Event;
  standing: ViewStanding;
  isEager?: boolean;
  /** The CSS width of the card on a desk. */
  deskWidth?: string;
  note?: ReactNode;
};

function viewHint({ viewsUsed, viewsAllowed }: ViewStanding): string | undefined {
  if (viewsUsed === 0) return 'Open it once to unlock purchase';
  return viewsUsed >= viewsAllowed ? 'Purchase to keep viewing' : undefined;
}

export function AlbumCard({ album, event, standing, isEager, deskWidth, note }: AlbumCardProps) {
  const titleId = useId();
  return (
    <article aria-labelledby={titleId} className="group grid content-start gap-3">
      <Link
        to={paths.eventAlbum(event.id, album.id)}
        onClick={() => wantAlbum(album.id)}
        tabIndex={-1}
        aria-hidden
        className="rounded-card"
      >
        <AlbumCover album={album} isEager={isEager} deskWidth={deskWidth} />
      </Link>
      <div className="text-14 leading-[1.45] text-ink-2">
        <h3 id={titleId} className="text-18 leading-tight font-[750] tracking-[-0.02em] text-ink">
          <span className="sr-only">Order {album.performance_order}, </span>
          {album.program_name} <span className="font-medium text-ink-2">{album.team_name}</span>
        </h3>
        <AlbumLines album={album} event={event} />
      </div>
      {note}
      {standing.owned ? (
        <OwnedMark standing={standing} />
      ) : (
        <>
          <ViewMeter standing={standing} hint={viewHint(standing)} />
          {standing.viewsUsed >= standing.viewsAllowed && (
            <p className="text-13 text-ink-2">{VIEWS_EXCEEDED_MESSAGE}</p>
          )}
        </>
      )}
      <AlbumCardActions album={album} event={event} standing={standing} titleId={titleId} />
    </article>
  );
}
