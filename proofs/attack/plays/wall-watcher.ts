import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { MOST_WALL_PHOTOS, wallEndpoints } from '#contract/endpoints/wall.ts';
import { type Attack, type Attacker, createAttacker } from '#proofs/attack/attacker.ts';

const CLERK = { identifier: 'support@encore.test', password: 'encore-demo' };

export const wallWatcher: Attack = {
  name: 'The watcher of a live wall asks for every photo of the event by number',
  before: 'every photo of every team that agreed',
  async play(site) {
    const clerk = createAttacker(site);
    const session = await clerk.call(accountEndpoints.logIn, { body: CLERK });
    clerk.token = session.body.jwt;
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
      isTooMuch: shown === 0 || got > MOST_WALL_PHOTOS,
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
