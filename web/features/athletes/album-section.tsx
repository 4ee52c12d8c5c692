import { Check, ChevronRight, X } from 'lucide-react';
import { useId } from 'react';
import type { AlbumMatches, AthleteMatch } from '#contract/entities/athlete.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { eventLine } from '#contract/rules/sentences.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Photo } from '#web/components/photo.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { justifyRows } from '#web/lib/justify-rows.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { gallerySearch, purchaseSearch, searchFor } from '#web/lib/search-params.ts';
import { useElementWidth } from '#web/lib/use-element-box.ts';
import { groupMatches } from './album-athletes.tsx';
import { placeOf } from './refused-image.tsx';
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
              <ChevronRight size={18} strokeWidth={2} className="flex-none text-ink-3" />
            </Link>
          </h3>
          <p className="text-14 text-ink-2">{event && eventLine(event)}</p>
        </div>
        {album_owned ? (
          <p className="flex items-center gap-1.5 text-14 font-[650] text-ok max-sm:w-full">
            <Check size={18} strokeWidth={2.2} />
            {i18n.t('Already Purchased')}
          </p>
        ) : (
          <Link
            to={paths.purchaseAlbum(album.uuid)}
            search={searchFor(purchaseSearch, { facial: 'true' })}
            className={`${buttonStyle('line')} max-sm:w-full`}
          >
            {i18n.t('Buy whole album')}
            <span className="tabular-nums">{formatCents(albumPriceOf(event))}</span>
          </Link>
        )}
      </header>
      {sure.length > 0 && (
        <MatchRows {...rows} matches={sure} kind="sure" label={i18n.t('Photos of {name}', { name })} />
      )}
      {maybe.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-sunk p-3 desk:p-4">
          <div>
            <h4 className="font-bold">{i18n.t('Is this {name}?', { name })}</h4>
            <p className="text-14 text-ink-2">
              {maybe.length === 1
                ? i18n.t('A photo we are')
                : i18n.t('{length} we are', {
                    length: i18n.t('{count, plural, one {# photo} other {# photos}}', {
                      count: maybe.length,
                    }),
                  })}{' '}
              {i18n.t('not sure about. The frame shows the face we mean.')}
            </p>
          </div>
          <MatchRows {...rows} matches={maybe} kind="maybe" label={i18n.t('Maybe {name}', { name })} />
        </div>
      )}
      {sure.length + maybe.length === 0 && (
        <p className="text-15 text-ink-2">{i18n.t('You said none of these photos show {name}.', { name })}</p>
      )}
      {rejected.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 text-14 font-[650] text-ink-2 hover:text-ink">
            <ChevronRight size={16} className="group-open:rotate-90" />
            {i18n.t('{length} you said', {
              length: i18n.t('{count, plural, one {# photo} other {# photos}}', { count: rejected.length }),
            })}{' '}
            {rejected.length === 1 ? 'is' : 'are'} {i18n.t('not {name}', { name })}
          </summary>
          <MatchRows {...rows} matches={rejected} kind="rejected" label={i18n.t('Not {name}', { name })} />
        </details>
      )}
    </section>
  );
}

const DESK_WIDTH = 700;
const UNKNOWN_RATIO = 1.5;
/** Two answer buttons do not fit under a narrower photo. */
const NARROWEST = 132;

const sizesFor = (width: number) =>
  width >= DESK_WIDTH ? { gap: 10, targetHeight: 200 } : { gap: 8, targetHeight: 168 };

const ratioOf = ({ image: { width, height } }: AthleteMatch, targetHeight: number) =>
  Math.max(width && height ? width / height : UNKNOWN_RATIO, NARROWEST / targetHeight);

type MatchRowsProps = {
  matches: readonly AthleteMatch[];
  kind: 'sure' | 'maybe' | 'rejected';
  albumUuid: string;
  auth: string;
  ownedAuth: string | null;
  label: string;
  actions: TileActions;
};

function MatchRows({ matches, kind, albumUuid, auth, ownedAuth, label, actions }: MatchRowsProps) {
  const [width, measure] = useElementWidth();
  const { gap, targetHeight } = sizesFor(width);
  const ratios = matches.map((match) => ratioOf(match, targetHeight));
  const rows = width > 0 ? justifyRows(ratios, { width, gap, targetHeight }) : [];
  return (
    <ul ref={measure} aria-label={label} className="flex min-h-[212px] flex-wrap" style={{ gap }}>
      {rows.flatMap(({ start, end, height }) =>
        matches.slice(start, end).map((match, position) => (
          <MatchTile
            key={match.image.id}
            match={match}
            kind={kind}
            albumUuid={albumUuid}
            auth={match.owned ? (ownedAuth ?? auth) : auth}
            label={i18n.t('photo {start} of {length}', {
              start: start + position + 1,
              length: matches.length,
            })}
            // Slightly less than the exact width, because browsers wrap rows that are too wide by a rounding
            // error.
            size={{ width: (ratios[start + position] ?? UNKNOWN_RATIO) * height - 0.02, height }}
            actions={actions}
          />
        )),
      )}
    </ul>
  );
}

export type TileActions = {
  name: string;
  isPicked: (imageId: number) => boolean;
  onPick: (imageId: number) => void;
  onConfirm: (match: AthleteMatch) => void;
  onReject: (match: AthleteMatch) => void;
  onReopen: (match: AthleteMatch) => void;
};

type MatchTileProps = {
  match: AthleteMatch;
  kind: 'sure' | 'maybe' | 'rejected';
  albumUuid: string;
  auth: string;
  label: string;
  size: { width: number; height: number };
  actions: TileActions;
};

const PILL =
  'inline-flex h-11 min-w-0 flex-1 items-center justify-center gap-1.5 rounded-full px-2.5 text-14 font-[650]';

function MatchTile({ match, kind, albumUuid, auth, label, size, actions }: MatchTileProps) {
  const { image, owned, box } = match;
  const { name } = actions;
  const isPicked = actions.isPicked(image.id);
  const canPick = kind !== 'rejected' && !owned;
  return (
    <li className="grid flex-none gap-1.5" style={{ width: size.width }}>
      <div className="relative overflow-hidden rounded-tile" style={{ height: size.height }}>
        <Photo
          albumUuid={albumUuid}
          image={image}
          token={auth}
          className={`absolute! inset-0 ${kind === 'rejected' ? 'opacity-60' : ''}`}
        />
        {kind === 'maybe' && (
          <span
            aria-hidden
            className="pointer-events-none absolute rounded-tile border-2 border-spot shadow-[0_0_0_1px_rgb(0_0_0/.5)]"
            style={placeOf(box)}
          />
        )}
        {owned && (
          <p className="absolute top-2 right-2 inline-flex h-7 items-center gap-1 rounded-full bg-ok-bg px-2.5 text-13 font-[650] text-ok">
            <Check size={15} strokeWidth={2.2} />
            {i18n.t('Yours')}
          </p>
        )}
        {canPick && (
          <button
            type="button"
            aria-pressed={isPicked}
            aria-label={i18n.t('Choose {label}', { label })}
            onClick={() => actions.onPick(image.id)}
            className={`absolute inset-0 focus-visible:outline-4 focus-visible:-outline-offset-4 ${isPicked ? 'rounded-tile border-4 border-spot' : ''}`}
          >
            <span
              className={`absolute grid size-7 place-items-center rounded-full ${isPicked ? 'top-1 right-1 bg-spot text-spot-ink' : 'top-2 right-2 border-2 border-white bg-[rgb(8_8_12/.45)] text-transparent'}`}
            >
              <Check size={18} strokeWidth={2.6} />
            </span>
          </button>
        )}
      </div>
      <div className="flex gap-1.5">
        {kind === 'maybe' && (
          <button
            type="button"
            aria-label={i18n.t('Yes, it’s {name}: {label}', { name, label })}
            onClick={() => actions.onConfirm(match)}
            className={`${PILL} bg-ink text-bg hover:bg-ink/88`}
          >
            <Check size={17} strokeWidth={2.2} className="flex-none" />
            {i18n.t('Yes')}
          </button>
        )}
        {kind === 'rejected' ? (
          <button
            type="button"
            aria-label={i18n.t('It is {name} after all: {label}', { name, label })}
            onClick={() => actions.onReopen(match)}
            className={`${PILL} text-ink hover:bg-sunk`}
          >
            {i18n.t('It is')} <span className="truncate">{name}</span>
          </button>
        ) : (
          <button
            type="button"
            aria-label={
              kind === 'maybe'
                ? i18n.t('No, not {name}: {label}', { name, label })
                : i18n.t('Not {name}: {label}', { name, label })
            }
            onClick={() => actions.onReject(match)}
            className={`${PILL} text-ink-2 hover:bg-sunk hover:text-ink ${kind === 'maybe' ? 'shadow-[inset_0_0_0_1px_var(--edge)]' : ''}`}
          >
            <X size={17} strokeWidth={2} className="flex-none" />
            <span className="truncate">
              {kind === 'maybe' ? i18n.t('No') : i18n.t('Not {name}', { name })}
            </span>
          </button>
        )}
      </div>
    </li>
  );
}
