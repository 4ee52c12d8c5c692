import { Check, X } from 'lucide-react';
import type { AthleteMatch } from '#contract/entities/athlete-match.ts';
import { Photo } from '#web/components/photo.tsx';
import { placeOf } from './refused-picture.tsx';

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

export function MatchTile({ match, kind, albumUuid, auth, label, size, actions }: MatchTileProps) {
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
            <Check aria-hidden size={15} strokeWidth={2.2} />
            Yours
          </p>
        )}
        {canPick && (
          <button
            type="button"
            aria-pressed={isPicked}
            aria-label={`Choose ${label}`}
            onClick={() => actions.onPick(image.id)}
            className={`absolute inset-0 focus-visible:outline-4 focus-visible:-outline-offset-4 ${isPicked ? 'rounded-tile border-4 border-spot' : ''}`}
          >
            <span
              className={`absolute grid size-7 place-items-center rounded-full ${isPicked ? 'top-1 right-1 bg-spot text-spot-ink' : 'top-2 right-2 border-2 border-white bg-[rgb(8_8_12/.45)] text-transparent'}`}
            >
              <Check aria-hidden size={18} strokeWidth={2.6} />
            </span>
          </button>
        )}
      </div>
      <div className="flex gap-1.5">
        {kind === 'maybe' && (
          <button
            type="button"
            aria-label={`Yes, it’s ${name}: ${label}`}
            onClick={() => actions.onConfirm(match)}
            className={`${PILL} bg-ink text-bg hover:bg-ink/88`}
          >
            <Check aria-hidden size={17} strokeWidth={2.2} className="flex-none" />
            Yes
          </button>
        )}
        {kind === 'rejected' ? (
          <button
            type="button"
            aria-label={`It is ${name} after all: ${label}`}
            onClick={() => actions.onReopen(match)}
            className={`${PILL} text-ink hover:bg-sunk`}
          >
            It is <span className="truncate">{name}</span>
          </button>
        ) : (
          <button
            type="button"
            aria-label={kind === 'maybe' ? `No, not ${name}: ${label}` : `Not ${name}: ${label}`}
            onClick={() => actions.onReject(match)}
            className={`${PILL} text-ink-2 hover:bg-sunk hover:text-ink ${kind === 'maybe' ? 'shadow-[inset_0_0_0_1px_var(--edge)]' : ''}`}
          >
            <X aria-hidden size={17} strokeWidth={2} className="flex-none" />
            <span className="truncate">{kind === 'maybe' ? 'No' : `Not ${name}`}</span>
          </button>
        )}
      </div>
    </li>
  );
}
