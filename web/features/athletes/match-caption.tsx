import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, ScanFace } from 'lucide-react';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import type { AthleteMatch } from '#contract/entities/athlete.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/toast.ts';
import { ATHLETES_KEY, athleteImagesQuery, athletesInAlbumQuery } from './athletes.query.ts';
import type { AlbumAthlete } from './use-album-athletes.ts';

type MatchCaptionProps = { albumId: number; imageId: number; athletes: readonly AlbumAthlete[] };

export function MatchCaption({ albumId, imageId, athletes }: MatchCaptionProps) {
  return athletes.map(({ athlete: id, name, images }) => {
    const shown = images.find(({ image }) => image === imageId);
    return (
      shown && <Caption key={id} albumId={albumId} athlete={{ id, name, faceUrl: null }} shown={shown} />
    );
  });
}

type CaptionProps = {
  albumId: number;
  athlete: { id: number; name: string; faceUrl: string | null };
  shown: AlbumAthlete['images'][number];
};

const BUTTON =
  'inline-flex h-11 max-w-[18ch] flex-none items-center gap-1.5 rounded-full bg-white/15 px-4 text-14 font-[650] text-white hover:bg-white/25';

/** Names the athlete whose face was found, and asks the customer to confirm. */
export function Caption({ albumId, athlete, shown }: CaptionProps) {
  const { image: imageId, decision, certainty } = shown;
  const { name, faceUrl } = athlete;
  const { mutate } = useDecideMatch(athlete.id);
  const decide = (next: Decision) => mutate({ albumId, imageId, decision: next });
  const isRejected = decision === 'rejected';
  return (
    <p className="flex max-w-full items-center gap-2.5 rounded-full bg-[rgb(8_8_12/.82)] py-1.5 pr-1.5 pl-3.5 text-14 font-[650] text-white">
      {faceUrl ? (
        <img
          src={faceUrl}
          alt=""
          className="-ml-2 size-10 flex-none rounded-full border-2 border-spot object-cover"
        />
      ) : (
        <ScanFace size={18} strokeWidth={1.8} className="flex-none text-spot" />
      )}
      <span className="mr-1 grid min-w-0 leading-tight">
        <span className="truncate">{isRejected ? i18n.t('Not {name}', { name }) : name}</span>
        {decision === null && (
          <span className="text-13 font-medium text-white/80">
            {certainty === 'sure' ? i18n.t('Likely match') : i18n.t('Maybe')}
          </span>
        )}
      </span>
      {isRejected ? (
        <button type="button" className={BUTTON} onClick={() => decide(null)}>
          {i18n.t('Undo')}
        </button>
      ) : (
        <>
          {decision === null && certainty === 'maybe' && (
            <button
              type="button"
              aria-label={i18n.t('Yes, it’s {name}', { name })}
              className={BUTTON}
              onClick={() => decide('confirmed')}
            >
              <Check size={18} strokeWidth={2.2} />
              {i18n.t('Yes')}
            </button>
          )}
          <button type="button" className={BUTTON} onClick={() => decide('rejected')}>
            <span className="truncate">{i18n.t('Not {name}?', { name })}</span>
          </button>
        </>
      )}
    </p>
  );
}

type Decision = AthleteMatch['decision'];
type Verdict = { albumId: number; imageId: number; decision: Decision };

const MUTATION_KEY = ['decide-match'];

/** The decision shows at once and is undone if the server refuses it. */
function useDecideMatch(athleteId: number) {
  const client = useQueryClient();
  const show = ({ albumId, imageId, decision }: Verdict) => {
    client.setQueryData(
      athleteImagesQuery(athleteId).queryKey,
      (known) =>
        known && {
          ...known,
          albums: known.albums.map((entry) => ({
            ...entry,
            matches: entry.matches.map((match) =>
              match.image.id === imageId ? { ...match, decision } : match,
            ),
          })),
        },
    );
    client.setQueryData(athletesInAlbumQuery(albumId).queryKey, (known) =>
      known?.map((entry) =>
        entry.athlete === athleteId
          ? {
              ...entry,
              images: entry.images.map((shown) => (shown.image === imageId ? { ...shown, decision } : shown)),
            }
          : entry,
      ),
    );
  };
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: ({ imageId, decision }: Verdict) =>
      callApi(athleteEndpoints.decideMatch, {
        params: { id: athleteId },
        body: { image: imageId, decision },
      }),
    onMutate: async (verdict) => {
      await client.cancelQueries({ queryKey: ATHLETES_KEY });
      show(verdict);
    },
    onError: (error) => toast(messageOf(error)),
    onSettled: () => {
      // Reloading between two taps would show the second one undone.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) === 1) {
        void client.invalidateQueries({ queryKey: ATHLETES_KEY });
      }
    },
  });
}
