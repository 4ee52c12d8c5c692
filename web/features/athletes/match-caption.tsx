import { Check, ScanFace } from 'lucide-react';
import type { AlbumAthlete } from './use-album-athletes.ts';
import { useDecideMatch } from './use-decide-match.ts';

type MatchCaptionProps = { albumId: number; imageId: number; athletes: readonly AlbumAthlete[] };

export function MatchCaption({ albumId, imageId, athletes }: MatchCaptionProps) {
  return athletes.map((entry) => {
    const shown = entry.images.find(({ image }) => image === imageId);
    return shown && <Caption key={entry.athlete} albumId={albumId} entry={entry} shown={shown} />;
  });
}

type CaptionProps = { albumId: number; entry: AlbumAthlete; shown: AlbumAthlete['images'][number] };

const BUTTON =
  'inline-flex h-11 max-w-[16ch] items-center rounded-full px-3 text-14 font-[650] text-white hover:bg-white/15';

function Caption({ albumId, entry: { athlete, name }, shown }: CaptionProps) {
  const { image: imageId, decision, certainty } = shown;
  const decide = useDecideMatch({ id: athlete, name });
  const isSettled = decision === 'confirmed';
  const words = isSettled ? name : `${name}, ${certainty === 'sure' ? 'likely match' : 'maybe'}`;
  return (
    <p className="flex max-w-full items-center gap-1 rounded-full bg-[rgb(8_8_12/.82)] pr-1 pl-3.5 text-14 font-[650] text-white">
      {decision === 'rejected' ? (
        <>
          <span className="truncate">Not {name}</span>
          <button type="button" className={BUTTON} onClick={() => decide.reopen({ albumId, imageId })}>
            Undo
          </button>
        </>
      ) : (
        <>
          <ScanFace aria-hidden size={18} strokeWidth={1.8} className="flex-none text-spot" />
          <span className="truncate">{words}</span>
          {!isSettled && certainty === 'maybe' && (
            <button
              type="button"
              aria-label={`Yes, it’s ${name}`}
              className={BUTTON}
              onClick={() => decide.confirm({ albumId, imageId })}
            >
              <Check aria-hidden size={18} strokeWidth={2.2} />
              Yes
            </button>
          )}
          <button
            type="button"
            className={`${BUTTON} text-white/80`}
            onClick={() => decide.refuse({ albumId, imageId })}
          >
            <span className="truncate">Not {name}</span>
          </button>
        </>
      )}
    </p>
  );
}
