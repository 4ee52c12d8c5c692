import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { HIDDEN_AT_ONCE, moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { type Attack, type Attacker, createAttacker, registerProven, listPhotographed, openAlbum, type PublishedAlbum } from '#proofs/attack/attacker.ts';

const REPORTS = 8;

export const vandal: Attack = {
  name: 'The vandal hides photos with privacy reports of a fresh account',
  before: '19 photos hidden from everybody',
  async play(site) {
    const attacker = createAttacker(site);
    await registerProven(attacker);
    // The album with the most photos is last.
    const album = (await listPhotographed(attacker)).at(-1);
    if (!album) throw new Error('there are no albums with photos');
    const { images, album: shown } = await openAlbum(attacker, album);
    const ids = images.map(({ id }) => id);
    const opened = await hide(attacker, album, ids.slice(0, REPORTS));
    const { program_name, team_name, division_name } = shown;
    await attacker.call(foundAlbumEndpoints.addSubscription, {
      body: { program_name, team_name, division_name },
    });
    const followed = await hide(attacker, album, ids.slice(-REPORTS));
    return {
      got: `${opened} photos of an album that was opened, ${followed} of a team that is followed`,
      isTooMuch: opened > 0 || followed > HIDDEN_AT_ONCE.person.perDay,
    };
  },
};

/** Returns how many photos were hidden at once. */
async function hide(attacker: Attacker, album: PublishedAlbum, images: readonly number[]): Promise<number> {
  const { body: me } = await attacker.call(accountEndpoints.me);
  let hidden = 0;
  for (const image of images) {
    const body = {
      image,
      album: album.id,
      event: album.event,
      user: me.id,
      type: 'privacy',
      memo: '',
    } as const;
    const answer = await attacker.call(moderationEndpoints.reportPhoto, { body });
    if (answer.status !== 200) throw new Error(`reporting failed: ${answer.status} ${answer.code}`);
    if (!answer.body.staff_first) hidden += 1;
  }
  return hidden;
}
