import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consentVersion } from '#contract/rules/athletes.ts';
import { inTransaction } from '#server/context.ts';
import { addReferencePhoto } from '#server/modules/athletes/add-reference-photo.ts';
import { addAthlete, listAthletes } from '#server/modules/athletes/athletes.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Cast } from './cast.ts';
import type { StepOf } from './season-plan.types.ts';

const SCENES = join(import.meta.dirname, '../scenes');

export async function nameAthlete({ context, actorOf }: Cast, step: StepOf<'athlete'>): Promise<void> {
  const actor = await actorOf(step.email);
  const version = consentVersion((await getSettings(context)).template_life_years);
  const consent = { version, relation: 'guardian' as const };
  const athlete = { name: step.name, teamName: step.teamName || null, consent };
  await inTransaction(context, (tx) => addAthlete(tx, actor, athlete));
}

/** Adds a drawn face as the reference photo; the search itself is a job of the present. */
export async function addReference({ context, actorOf }: Cast, step: StepOf<'reference'>): Promise<void> {
  if (!context.config.faces.isOn) return;
  const actor = await actorOf(step.email);
  const [athlete] = await inTransaction(context, (tx) =>
    listAthletes({ ...tx, purchases: context.purchases }, actor, { userId: actor.userId, deleted: false }),
  );
  if (!athlete) return;
  const picture = await readFile(join(SCENES, step.scene));
  await addReferencePhoto(context, actor, { athleteId: athlete.id, picture });
}
