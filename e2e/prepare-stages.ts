import { endSchedules, raiseLimits } from './database.ts';
import { STAGES } from './stage.ts';

/**
 * These jobs look at every demo photo, and no journey needs what they find: journeys upload the faces that they search
 * for, and photos are measured when they arrive.
 */
const UNNEEDED = ['athletes.catch-up-faces', 'images.measure-looks'];

export default async function prepareStages(): Promise<void> {
  for (let stage = 0; stage < STAGES; stage += 1) {
    await endSchedules(UNNEEDED, stage);
    await raiseLimits(stage);
  }
}
