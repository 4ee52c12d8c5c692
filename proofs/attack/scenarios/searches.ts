import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { MAX_WALL_PHOTOS, wallEndpoints } from '#contract/endpoints/wall.ts';
import { MAX_SAVED_TEAMS } from '#contract/rules/albums.ts';
import { CONSENT_VERSION } from '#contract/rules/athletes.ts';
import {
  type Attack,
  type Attacker,
  arrive,
  createAttacker,
  listAlbums,
  listPhotographed,
  logInClerk,
  openAlbum,
} from '#proofs/attack/attacker.ts';

const ALBUMS_OPENED = 5;

export const faceSearcher: Attack = {
  name: 'The face searcher opens albums and looks for a child in them',
  before: 'every album opened was searched',
  async run(site) {
    const attacker = await arrive(site);
    for (const album of (await listPhotographed(attacker)).slice(0, ALBUMS_OPENED))
      await openAlbum(attacker, album);
    const athlete = await addAthlete(attacker);
    if (athlete.status !== 200) return { got: `nothing (${athlete.code})`, isTooMuch: false };
    const photo = await attacker.call(athleteEndpoints.addReferencePhoto, {
      query: { user_athlete: athlete.body.id },
      picture: Buffer.from('not even a picture'),
    });
    const isTaken = photo.code !== 'guardian_unverified';
    return {
      got: isTaken ? `a photo of a face was looked at (${photo.code})` : 'nothing (guardian_unverified)',
      isTooMuch: isTaken,
    };
  },
};

export const teamRotator: Attack = {
  name: 'The face searcher follows whole programs, and rotates teams',
  before: '119 of 200 albums by 12 programs, the rest by rotating them',
  async run(site) {
    const attacker = await arrive(site);
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
  const named = (await listAlbums(attacker)).filter(({ team_name }) => team_name);
  const teams = named.map(({ program_name, team_name, division_name }) => ({
    program_name,
    team_name,
    division_name,
  }));
  return [...new Map(teams.map((team) => [Object.values(team).join(), team])).values()];
}

async function countReached(attacker: Attacker): Promise<number> {
  const { body } = await attacker.call(athleteEndpoints.listAthletes, { query: {} });
  return body[0]?.search.albums_total ?? 0;
}

export const wallWatcher: Attack = {
  name: 'The watcher of a live wall asks for every photo of the event by number',
  before: 'every photo of every team that agreed',
  async run(site) {
    const clerk = await logInClerk(site);
    const { eventId, images } = await findLargestEvent(clerk);
    const params = { id: eventId };
    const link = await clerk.call(wallEndpoints.makeWallLink, { params, body: { label: 'Lobby' } });
    const { body: settings } = await clerk.call(wallEndpoints.switchWall, { params, body: { is_on: true } });
    const albums = settings.teams.map(({ album }) => album);
    await clerk.call(wallEndpoints.setWallConsent, { params, body: { albums, agreed_by: 'Coach' } });
    const watcher = createAttacker(site);
    const { body } = await watcher.call(wallEndpoints.openWall, { body: { token: link.body.token } });
    let got = 0;
    for (const id of images) {
      const answer = await watcher.fetch(`/api/wall/pictures/${id}.preview?auth=${body.auth}`);
      if (answer.ok) got += 1;
      await answer.arrayBuffer();
    }
    await clerk.call(wallEndpoints.switchWall, { params, body: { is_on: false } });
    const shown = body.wall?.photos.length ?? 0;
    return {
      got: `${got} of ${images.length} photos, ${shown} of them on the wall`,
      isTooMuch: shown === 0 || got > MAX_WALL_PHOTOS,
    };
  },
};

async function findLargestEvent(clerk: Attacker): Promise<{ eventId: number; images: number[] }> {
  const { body: events } = await clerk.call(catalogueEndpoints.listEvents);
  let largest = { eventId: 0, images: [] as number[] };
  for (const { id } of events) {
    const { body } = await clerk.call(catalogueEndpoints.listEventImages, { params: { id } });
    if (body.length > largest.images.length) {
      largest = { eventId: id, images: body.map((image) => image.id) };
    }
  }
  return largest;
}
