import { expect } from '@playwright/test';
import { endSchedule } from './database.ts';
import { STAGES } from './stage.ts';

/**
 * Journeys upload the faces that they search for. Looking for faces in every demo photo took an eighth of the
 * processor time of all journeys.
 */
export default async function prepareStages(): Promise<void> {
  for (let stage = 0; stage < STAGES; stage += 1) {
    // A server answers before it has registered its schedules.
    await expect(() => endSchedule('athletes.catch-up-faces', stage)).toPass({ timeout: 60_000 });
  }
}
