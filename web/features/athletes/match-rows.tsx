import type { AthleteMatch } from '#contract/entities/athlete-match.ts';
import { justifyRows } from '#web/lib/justify-rows.ts';
import { useElementWidth } from '#web/lib/use-element-width.ts';
import { MatchTile, type TileActions } from './match-tile.tsx';

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

export function MatchRows({ matches, kind, albumUuid, auth, ownedAuth, label, actions }: MatchRowsProps) {
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
            label={`photo ${start + position + 1} of ${matches.length}`}
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
