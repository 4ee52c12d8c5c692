import { endSchedules, raiseLimits } from './database.ts';
import { TEST_SERVERS } from './test-server.ts';

/**
 * These jobs look at every demo photo, and no journey needs what they find: journeys upload the faces that they search
 * for, and photos are measured when they arrive.
 */
const UNNEEDED = ['athletes.catch-up-faces'];

export default async function prepareTestServers(): Promise<void> {
  for (let server = 0; server < TEST_SERVERS; server += 1) {
    await endSchedules(UNNEEDED, server);
    await raiseLimits(server);
  }
}
