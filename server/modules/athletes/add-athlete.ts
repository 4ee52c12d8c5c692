import { MAX_ATHLETES } from '#contract/endpoints/athletes.ts';
import { consentVersion } from '#contract/rules/athletes.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import { tell } from '#server/platform/live/tell.ts';
import {
  endConsent,
  insertAthlete,
  insertConsent,
  lockAthlete,
  lockAthletesOf,
  touchAthlete,
} from './athletes.queries.ts';
import { requireMatching } from './face-matching.ts';

type World = Pick<Tx, 'db' | 'clock' | 'log'>;

type Consent = { version: string; relation: 'guardian' | 'self' };

export async function addAthlete(
  world: World,
  userId: number,
  { name, teamName, consent }: { name: string; teamName: string | null; consent: Consent },
): Promise<number> {
  await requireAskable(world, consent);
  const { db, clock } = world;
  if ((await lockAthletesOf(db, userId)) >= MAX_ATHLETES) {
    throw new AppError('too_many', { message: `You can add up to ${MAX_ATHLETES} athletes.` });
  }
  const now = clock.now();
  const athleteId = await insertAthlete(db, { userId, name, teamName }, now);
  await insertConsent(db, {
    athleteId,
    version: consent.version,
    relation: consent.relation,
    givenAt: now,
  });
  await tell(db, { to: userId, kind: 'athletes', subject: athleteId });
  return athleteId;
}

/** Consent to the text of now takes the place of one to an older text. Giving it twice is giving it once. */
export async function giveConsent(
  world: World,
  userId: number,
  athleteId: number,
  consent: Consent,
): Promise<void> {
  await requireAskable(world, consent);
  const { db, clock } = world;
  const athlete = await lockAthlete(db, athleteId);
  if (athlete?.userId !== userId || athlete.deletedAt !== null) throw new AppError('not_found');
  if (athlete.consentVersion === consent.version && athlete.consentRelation === consent.relation) return;
  const now = clock.now();
  await endConsent(db, athleteId, now);
  await insertConsent(db, {
    athleteId,
    version: consent.version,
    relation: consent.relation,
    givenAt: now,
  });
  await touchAthlete(db, athleteId, now);
  await tell(db, { to: userId, kind: 'athletes', subject: athleteId });
}

/** Nobody consents to a text they have not been shown, nor to what is not done. */
async function requireAskable(world: World, { version }: Consent): Promise<void> {
  await requireMatching(world);
  if (version === consentVersion((await getSettings(world)).template_life_years)) return;
  throw new AppError('consent_needed', {
    message: 'The text you are asked to agree to has changed. Please read it again.',
  });
}
