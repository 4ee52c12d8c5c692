import type { AlbumOnly } from '#contract/entities/album.ts';
import type { TeamSubscription } from '#contract/entities/team-subscription.ts';

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
