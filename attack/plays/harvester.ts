import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { Attack } from '../attack.ts';
import { type Attacker, createAttacker, register, registerProven } from '../attacker.ts';

const ALBUMS_A_DAY = 60;
const PROGRAMS_A_MONTH = 12;

export const harvester: Attack = {
  name: 'The harvester opens every album with one account',
  before: '180 of 180 albums, no proven address asked for',
  async play(site) {
    const unproven = createAttacker(site);
    await register(unproven);
    const proven = createAttacker(site);
    await registerProven(proven);
    const without = await openEverything(unproven);
    const withProof = await openEverything(proven);
    const { opened, programs, known } = withProof;
    return {
      got: `unproven ${without.opened}, proven ${opened} of ${known} albums of ${programs} programs`,
      isTooMuch: without.opened > 0 || opened > ALBUMS_A_DAY || programs > PROGRAMS_A_MONTH,
    };
  },
};

async function openEverything(attacker: Attacker) {
  const events = await attacker.call(catalogueEndpoints.listEvents);
  const programs = new Set<string>();
  let [opened, known] = [0, 0];
  for (const event of events.body) {
    const { body: albums } = await attacker.call(catalogueEndpoints.listAlbums, {
      query: { events_in: String(event.id) },
    });
    for (const album of albums) {
      known += 1;
      const found = await attacker.call(foundAlbumEndpoints.findAlbum, {
        body: { album: album.id, event: event.id },
      });
      if (found.status !== 200) continue;
      const view = await attacker.call(foundAlbumEndpoints.viewAlbum, { params: { id: found.body.id } });
      if (view.status !== 200) continue;
      opened += 1;
      programs.add(album.program_name.trim().toLowerCase());
    }
  }
  return { opened, known, programs: programs.size };
}
