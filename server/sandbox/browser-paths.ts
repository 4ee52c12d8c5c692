import type { FastifyInstance } from 'fastify';
import { browserOperations } from './routes.ts';
import { serveOperations } from './serve-operations.ts';
import { serveThreeDSecure } from './three-d-secure.ts';
import type { World } from './world.ts';

/** What a buyer's browser may reach: cards by publishable key, intents by client secret, the step-up page. */
export function serveBrowserPaths(scope: FastifyInstance, world: World): void {
  serveOperations(scope, world, { browser: browserOperations });
  serveThreeDSecure(scope, world);
}
