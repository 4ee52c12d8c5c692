import { MAX_ATHLETES } from '#contract/endpoints/athletes.ts';
import { consentVersion } from '#contract/rules/athletes.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tell } from '#server/platform/live/tell.ts';
import {
  endConsent,
  insertAthlete,
  insertConsent,
  lockAthletesOf,
  touchAthlete,
} from './athletes.queries.ts';
import { requireMatching } from './face-matching.ts';
import { lockOwnAthlete } from './own-athlete.ts';

type Consent = { version: string; relation: 'guardian' | 'self' };

export async function addAthlete(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  { userId }: Actor,
  { name, teamName, consent }: { name: string; teamName: string | null; consent: Consent },
): Promise<number> {
  await requireCurrentText(tx, consent);
  const { db, clock } = tx;
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

/** Replaces a consent to an older text. */
export async function giveConsent(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  { userId }: Actor,
  { athleteId, consent }: { athleteId: number; consent: Consent },
): Promise<void> {
  await requireCurrentText(tx, consent);
  const { db, clock } = tx;
  const athlete = await lockOwnAthlete(db, userId, athleteId);
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

/** A consent counts only for the text that is shown now, while face matching is on. */
async function requireCurrentText(tx: Pick<Tx, 'db' | 'log'>, { version }: Consent): Promise<void> {
  await requireMatching(tx);
  if (version === consentVersion((await getSettings(tx)).template_life_years)) return;
  throw new AppError('consent_needed', {
    message: 'The consent text has changed. Please read it again.',
  });
}
