import { Check, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { AlbumMatches } from '#contract/entities/athlete-match.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { eventLine } from '#contract/rules/title-lines.ts';
import { buttonStyle } from '#web/components/button-style.ts';
import { OrderTile } from '#web/components/order-tile.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { teamName } from '#web/lib/formats.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { gallerySearch, purchaseSearch } from '#web/lib/search-params.ts';
import { searchFor } from '#web/lib/use-search-state.ts';
import { MatchRows } from './match-rows.tsx';
import type { TileActions } from './match-tile.tsx';
import { groupMatches } from './matches.ts';
import { filterNameOf } from './use-album-athletes.ts';

type AlbumSectionProps = {
  athleteId: number;
  entry: AlbumMatches;
  actions: TileActions;
  /** True when the address asks for this album. */
  isWanted: boolean;
};

const scrollHere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'start' });

export function AlbumSection({ athleteId, entry, actions, isWanted }: AlbumSectionProps) {
  const { album, album_owned, matches } = entry;
  const titleId = useId();
  const { sure, maybe, rejected } = groupMatches(matches);
  const { name } = actions;
  const rows = { albumUuid: album.uuid, auth: entry.auth, ownedAuth: entry.owned_auth, actions };
  const [event] = album.events;
  return (
    <section
      ref={isWanted ? scrollHere : undefined}
      aria-labelledby={titleId}
      className="grid scroll-mt-[88px] grid-cols-[minmax(0,1fr)] gap-4"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <OrderTile order={album.performance_order} />
        <div className="min-w-0 flex-1">
          <h3 id={titleId} className="text-18 leading-tight font-[750] tracking-[-0.02em]">
            <Link
              to={paths.userAlbum(album.id)}
              search={searchFor(gallerySearch, { show: filterNameOf(athleteId) })}
              className="inline-flex min-h-11 items-center gap-1 py-1 hover:underline"
            >
              {teamName(album)}
              <ChevronRight aria-hidden size={18} strokeWidth={2} className="flex-none text-ink-3" />
            </Link>
          </h3>
          <p className="text-14 text-ink-2">{event && eventLine(event)}</p>
        </div>
        {album_owned ? (
          <p className="flex items-center gap-1.5 text-14 font-[650] text-ok max-sm:w-full">
            <Check aria-hidden size={18} strokeWidth={2.2} />
            Already Purchased
          </p>
        ) : (
          <Link
            to={paths.purchaseAlbum(album.uuid)}
            search={searchFor(purchaseSearch, { facial: 'true' })}
            className={`${buttonStyle('line')} max-sm:w-full`}
          >
            Buy whole album
            <span className="tabular-nums">{formatCents(albumPriceOf(event))}</span>
          </Link>
        )}
      </header>
      {sure.length > 0 && <MatchRows {...rows} matches={sure} kind="sure" label={`Photos of ${name}`} />}
      {maybe.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-sunk p-3 desk:p-4">
          <div>
            <h4 className="font-bold">Is this {name}?</h4>
            <p className="text-14 text-ink-2">
              {maybe.length === 1 ? 'A photo we are' : `${countOf(maybe.length, 'photo')} we are`} not sure
              about. The frame shows the face we mean.
            </p>
          </div>
          <MatchRows {...rows} matches={maybe} kind="maybe" label={`Maybe ${name}`} />
        </div>
      )}
      {sure.length + maybe.length === 0 && (
        <p className="text-15 text-ink-2">You said none of these photos show {name}.</p>
      )}
      {rejected.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 text-14 font-[650] text-ink-2 hover:text-ink">
            <ChevronRight aria-hidden size={16} className="group-open:rotate-90" />
            {countOf(rejected.length, 'photo')} you said {rejected.length === 1 ? 'is' : 'are'} not {name}
          </summary>
          <MatchRows {...rows} matches={rejected} kind="rejected" label={`Not ${name}`} />
        </details>
      )}
    </section>
  );
}
