import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { CONSENT_VERSION } from '#contract/rules/athletes.ts';
import type { Attack } from '../attack.ts';
import { createAttacker, registerProven } from '../attacker.ts';
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
    const athlete = await attacker.call(athleteEndpoints.addAthlete, {
      body: {
        name: 'Somebody else',
        consent: { version: CONSENT_VERSION, relation: 'guardian', given: true },
      },
    });
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
