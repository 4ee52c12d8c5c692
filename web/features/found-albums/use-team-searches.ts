import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { TeamSubscription } from '#contract/entities/team-subscription.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { toast } from '#web/lib/toast.ts';
import { listAlbums } from './album-list.ts';
import { myAlbumsQuery } from './my-albums.query.ts';
import { countAlbumsOfTeam } from './team-match.ts';

const SAVING = ['team-subscriptions', 'add'];

export type NewTeamSearch = Omit<TeamSubscription, 'id'>;

/** Saved searches are part of the user, and the album list depends on them. */
async function reloadAfterChange(client: QueryClient) {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['users', 'me'] }),
    client.invalidateQueries({ queryKey: myAlbumsQuery.queryKey }),
  ]);
  return client.getQueryData(myAlbumsQuery.queryKey);
}

function tellWhatWasFound(count: number, { program_name, team_name }: NewTeamSearch) {
  const team = `${program_name} ${team_name}`.trim();
  toast(
    count > 0
      ? `${countOf(count, 'album')} found for ${team}`
      : `No albums yet for ${team}. New ones will appear here.`,
  );
}

export function useSaveTeamSearch(onSaved: () => void) {
  const client = useQueryClient();
  const save = useMutation({
    mutationKey: SAVING,
    mutationFn: (body: NewTeamSearch) => callApi(foundAlbumEndpoints.addSubscription, { body }),
    onSuccess: async (saved) => {
      const state = await reloadAfterChange(client);
      tellWhatWasFound(state ? countAlbumsOfTeam(listAlbums(state), saved) : 0, saved);
      onSaved();
    },
  });
  return {
    ...save,
    /** A second press during the first call does nothing. */
    mutate: (search: NewTeamSearch) => {
      if (client.isMutating({ mutationKey: SAVING }) === 0) save.mutate(search);
    },
  };
}

export function useRemoveTeamSearch(onRemoved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(foundAlbumEndpoints.removeSubscription, { body: { id } }),
    onSuccess: async () => {
      await reloadAfterChange(client);
      onRemoved();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}
