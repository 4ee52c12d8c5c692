import { useContext } from 'react';
import type { AlbumOnly, Event } from '#contract/entities/album.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { buyingSearch } from '#web/lib/search-params.ts';
import { searchFor } from '#web/lib/use-search-state.ts';
import { wantAlbum } from '#web/lib/wanted-album.ts';
import { buttonStyle } from './button-style.ts';
import { CardDownloadContext } from './card-download.ts';
import type { ViewStanding } from './view-meter.tsx';

type ActionsProps = { album: AlbumOnly; event: Event; standing: ViewStanding; titleId: string };

const GROW = 'px-[15px]! flex-1 desk:flex-none';

function ViewButton({ album, event, standing, titleId }: ActionsProps) {
  const isBlocked = !standing.owned && standing.viewsUsed >= standing.viewsAllowed;
  if (isBlocked) {
    return (
      <button type="button" disabled className={`${buttonStyle('line')} ${GROW}`} aria-describedby={titleId}>
        View Album
      </button>
    );
  }
  const isFirstThing = standing.owned || standing.viewsUsed === 0;
  return (
    <Link
      to={paths.eventAlbum(event.id, album.id)}
      onClick={() => wantAlbum(album.id)}
      aria-describedby={titleId}
      className={`${buttonStyle(isFirstThing ? 'ink' : 'line')} ${GROW}`}
    >
      View Album
    </Link>
  );
}

/** Leads to the purchase sheet above the album. */
function PurchaseButton({ album, event, standing, titleId }: ActionsProps) {
  if (standing.viewsUsed === 0) {
    return (
      <button type="button" disabled className={`${buttonStyle('buy')} ${GROW}`} aria-describedby={titleId}>
        View Before Purchasing
      </button>
    );
  }
  return (
    <Link
      to={paths.eventAlbum(event.id, album.id)}
      search={searchFor(buyingSearch, { buy: 'album' })}
      aria-describedby={titleId}
      className={`${buttonStyle('buy')} ${GROW}`}
    >
      Purchase Album
    </Link>
  );
}

export function AlbumCardActions(props: ActionsProps) {
  const downloadOf = useContext(CardDownloadContext);
  if (props.standing.owned) {
    return (
      <div className="flex flex-wrap gap-2">
        <ViewButton {...props} />
        {downloadOf(props.album.id, props.titleId)}
      </div>
    );
  }
  const price = albumPriceOf(props.event);
  return (
    <div className="flex flex-wrap items-center gap-2 desk:flex-nowrap">
      <b className="mr-auto flex-[1_0_100%] text-[1.25rem] font-[750] tracking-[-0.02em] tabular-nums desk:flex-none">
        {formatCents(price)}
      </b>
      <ViewButton {...props} />
      <PurchaseButton {...props} />
    </div>
  );
}
