import { keepPreviousData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { AlbumOnly, Event, TeamSubscription } from '#contract/entities/album.ts';
import { eventLine } from '#contract/rules/sentences.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { formatEventDays } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/toast.ts';
import { listAlbums } from './album-list.ts';
import { myAlbumsQuery } from './my-albums.query.ts';

const SAVING = ['team-subscriptions', 'add'];

type NewTeamSearch = Omit<TeamSubscription, 'id'>;

/** Saved searches are part of the user, and the album list depends on them. */
async function reloadAfterChange(client: QueryClient) {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['users', 'me'] }),
    client.invalidateQueries({ queryKey: myAlbumsQuery.queryKey }),
  ]);
  return client.getQueryData(myAlbumsQuery.queryKey);
}

function notifyWhatWasFound(count: number, { program_name, team_name }: NewTeamSearch) {
  const team = `${program_name} ${team_name}`.trim();
  toast(
    count > 0
      ? i18n.t('You’re following {team}: {count, plural, one {# album} other {# albums}}', { count, team })
      : i18n.t('You’re following {team}. Its photos will show up here.', { team }),
  );
}

export function useSaveTeamSearch(onSaved: () => void) {
  const client = useQueryClient();
  const save = useMutation({
    mutationKey: SAVING,
    mutationFn: (body: NewTeamSearch) => callApi(foundAlbumEndpoints.addSubscription, { body }),
    onSuccess: async (saved) => {
      const state = await reloadAfterChange(client);
      notifyWhatWasFound(state ? countAlbumsOfTeam(listAlbums(state), saved) : 0, saved);
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
    onError: toast.failure,
  });
}

type Team = Omit<TeamSubscription, 'id'>;

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** An empty team or division matches all of them. */
function isAlbumOfTeam(album: AlbumOnly, team: Team): boolean {
  return (
    isSame(album.program_name, team.program_name) &&
    (team.team_name === '' || isSame(album.team_name, team.team_name)) &&
    (team.division_name === '' || isSame(album.division_name, team.division_name))
  );
}

export function isOfSavedTeam(album: AlbumOnly, saved: readonly Team[]): boolean {
  return saved.some((team) => isAlbumOfTeam(album, team));
}

export function countAlbumsOfTeam(albums: readonly { album: AlbumOnly }[], team: Team): number {
  return albums.filter(({ album }) => isAlbumOfTeam(album, team)).length;
}

export function isSavedTeam(saved: readonly Team[], team: Team): boolean {
  return saved.some(
    ({ program_name, team_name, division_name }) =>
      isSame(program_name, team.program_name) &&
      isSame(team_name, team.team_name) &&
      isSame(division_name, team.division_name),
  );
}

type Suggestions = ResponseOf<typeof catalogueEndpoints.suggestTeams>;

export type Choice = { key: string; label: string; note: string } & (
  | { kind: 'team'; search: NewTeamSearch }
  | { kind: 'event'; event: Event }
);

export type TeamChoice = { key: string; title: string; note: string; search: NewTeamSearch };

export type ChoiceGroup = { title: string; choices: Choice[] };

export function groupChoices({ teams, events }: Suggestions): ChoiceGroup[] {
  const byTeam = Map.groupBy(teams, (team) => `${team.program_name} ${team.team_name}`.trim());
  const teamGroups = [...byTeam].map(([title, divisions]): ChoiceGroup => {
    const choose = (division_name: string, label: string, count: number): Choice => ({
      kind: 'team',
      key: `${title}/${division_name}`,
      label,
      note:
        count > 0
          ? i18n.t('{count, plural, one {# album} other {# albums}}', { count })
          : i18n.t('No photos yet'),
      search: {
        program_name: divisions[0]?.program_name ?? '',
        team_name: divisions[0]?.team_name ?? '',
        division_name,
      },
    });
    const all = divisions.reduce((sum, { albums_count }) => sum + albums_count, 0);
    const named = divisions.filter(({ division_name }) => division_name !== '');
    return {
      title,
      choices: [
        choose('', i18n.t('Any division'), all),
        ...named.map(({ division_name, albums_count }) => choose(division_name, division_name, albums_count)),
      ],
    };
  });
  if (events.length === 0) return teamGroups;
  const eventChoices = events.map(
    (event): Choice => ({
      kind: 'event',
      key: `event/${event.id}`,
      label: eventLine(event),
      note: formatEventDays(event),
      event,
    }),
  );
  return [...teamGroups, { title: i18n.t('Events'), choices: eventChoices }];
}

/** One choice for each team: its only division, because athletes are searched only where it is named, or all of them. */
export function teamChoices(suggestions: Suggestions): TeamChoice[] {
  return groupChoices(suggestions).flatMap(({ title, choices: [any, only, ...more] }) => {
    const choice = only && more.length === 0 ? only : any;
    return choice?.kind === 'team'
      ? [{ key: choice.key, title, note: choice.note, search: choice.search }]
      : [];
  });
}

export const teamSuggestionsQuery = (q: string) =>
  apiQuery(['team-suggestions', q], catalogueEndpoints.suggestTeams, {
    query: { q },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
