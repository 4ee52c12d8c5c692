import { useMutation, useQueryClient } from '@tanstack/react-query';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import type { AthleteMatch } from '#contract/entities/athlete-match.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { ATHLETES_KEY, athleteImagesQuery, athletesInAlbumQuery } from './athletes.query.ts';

type Decision = AthleteMatch['decision'];
type Verdict = { albumId: number; imageId: number; decision: Decision };

const MUTATION_KEY = ['decide-match'];

/** The decision shows at once and is undone if the server refuses it. */
export function useDecideMatch(athlete: { id: number; name: string }) {
  const client = useQueryClient();
  const show = ({ albumId, imageId, decision }: Verdict) => {
    client.setQueryData(
      athleteImagesQuery(athlete.id).queryKey,
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
        entry.athlete === athlete.id
          ? {
              ...entry,
              images: entry.images.map((shown) => (shown.image === imageId ? { ...shown, decision } : shown)),
            }
          : entry,
      ),
    );
  };
  const decide = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: ({ imageId, decision }: Verdict) =>
      callApi(athleteEndpoints.decideMatch, {
        params: { id: athlete.id },
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
  return {
    confirm: (verdict: Omit<Verdict, 'decision'>) => decide.mutate({ ...verdict, decision: 'confirmed' }),
    reopen: (verdict: Omit<Verdict, 'decision'>) => decide.mutate({ ...verdict, decision: null }),
    refuse: (verdict: Omit<Verdict, 'decision'>) => decide.mutate({ ...verdict, decision: 'rejected' }),
    /** `before` is what Undo restores. */
    reject: (verdict: Omit<Verdict, 'decision'>, before: Decision) => {
      decide.mutate({ ...verdict, decision: 'rejected' });
      toast(`Not ${athlete.name}. We will not suggest it again.`, {
        // The purchase bar covers the bottom.
        position: 'top-center',
        action: { label: 'Undo', onClick: () => decide.mutate({ ...verdict, decision: before }) },
      });
    },
  };
}
