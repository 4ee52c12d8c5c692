import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { MAX_SAVED_TEAMS } from '#contract/rules/albums.ts';
import { CONSENT_VERSION } from '#contract/rules/athletes.ts';
import type { Attack } from '../attack.ts';
import { type Attacker, createAttacker, registerProven } from '../attacker.ts';
import { listPhotographed, openAlbum } from '../buyer.ts';

const ALBUMS_OPENED = 5;

export const faceSearcher: Attack = {
  name: 'The face searcher opens albums and looks for a child in them',
  before: 'every album opened was searched',
  async play(site) {
    const attacker = createAttacker(site);
    await registerProven(attacker);
    for (const album of (await listPhotographed(attacker)).slice(0, ALBUMS_OPENED))
      await openAlbum(attacker, album);
    const athlete = await addAthlete(attacker);
    if (athlete.status !== 200) return { got: `nothing (${athlete.code})`, isTooMuch: false };
    const photo = await attacker.call(athleteEndpoints.addReferencePhoto, {
      query: { user_athlete: athlete.body.id },
      picture: Buffer.from('not even a picture'),
    });
    const isTaken = photo.code !== 'guardian_unproven';
    return {
      got: isTaken ? `a photo of a face was looked at (${photo.code})` : 'nothing (guardian_unproven)',
      isTooMuch: isTaken,
    };
  },
};

export const teamRotator: Attack = {
  name: 'The face searcher follows whole programs, and rotates teams',
  before: '119 of 200 albums by 12 programs, the rest by rotating them',
  async play(site) {
    const attacker = createAttacker(site);
    await registerProven(attacker);
    await addAthlete(attacker);
    const teams = await listTeams(attacker);
    const programs = [...new Set(teams.map(({ program_name }) => program_name))];
    const followed: number[] = [];
    for (const program_name of programs) {
      const body = { program_name, team_name: '', division_name: '' };
      const saved = await attacker.call(foundAlbumEndpoints.addSubscription, { body });
      if (saved.status === 200) followed.push(saved.body.id);
    }
    const byPrograms = await countReached(attacker);
    const remove = (id: number) => attacker.call(foundAlbumEndpoints.removeSubscription, { body: { id } });
    for (const id of followed) await remove(id);
    let rotated = 0;
    for (const body of teams) {
      const saved = await attacker.call(foundAlbumEndpoints.addSubscription, { body });
      if (saved.status !== 200) continue;
      rotated += 1;
      await remove(saved.body.id);
    }
    return {
      got: `${byPrograms} albums by ${followed.length} programs, ${rotated} of ${teams.length} teams by rotating`,
      isTooMuch: byPrograms > 0 || rotated > MAX_SAVED_TEAMS,
    };
  },
};

function addAthlete(attacker: Attacker) {
  return attacker.call(athleteEndpoints.addAthlete, {
    body: {
      name: 'Somebody else',
      consent: { version: CONSENT_VERSION, relation: 'guardian', given: true },
    },
  });
}

async function listTeams(attacker: Attacker) {
  const events = await attacker.call(catalogueEndpoints.listEvents);
  const teams = new Map<string, { program_name: string; team_name: string; division_name: string }>();
  for (const { id } of events.body) {
    const { body } = await attacker.call(catalogueEndpoints.listAlbums, { query: { events_in: String(id) } });
    for (const { program_name, team_name, division_name } of body)
      if (team_name)
        teams.set([program_name, team_name, division_name].join(), {
          program_name,
          team_name,
          division_name,
        });
  }
  return [...teams.values()];
}

async function countReached(attacker: Attacker): Promise<number> {
  const { body } = await attacker.call(athleteEndpoints.listAthletes, { query: {} });
  return body[0]?.search.albums_total ?? 0;
}
