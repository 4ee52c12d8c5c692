import type { FastifyRequest } from 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import { mayCall, type Permission, type Role } from '#contract/rules/permissions.ts';
import { AppError } from './errors.ts';
import { subnetOf } from './network-of.ts';

/** The caller, as verified by a live session. */
export type Actor = {
  userId: number;
  role: Role;
  /** The role's current permissions; if absent, its defaults. */
  permissions?: readonly Permission[];
  sessionId: string;
  /** The owner of the email address has shown that it is theirs, or verifications are not required. */
  isVerified: boolean;
  /** A required second factor is not set up yet. */
  needsSecondFactor?: boolean;
  /** The network that the request came from. */
  subnet?: string;
};

export type Authenticate = (token: string) => Promise<Actor>;

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
  }
  interface FastifyRequest {
    actor: Actor | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointShape;
  }
}

/** Runs before validation, so that a caller without access learns nothing about the endpoint. */
export function gate({
  method,
  access,
  verification,
  beforeSecondFactor = false,
}: Pick<EndpointShape, 'method' | 'access' | 'verification' | 'beforeSecondFactor'>) {
  return async function checkAccess(request: FastifyRequest): Promise<void> {
    if (access === 'public') {
      const actor = await optionalActor(request);
      request.actor = actor?.needsSecondFactor && !beforeSecondFactor ? undefined : actor;
      return;
    }
    request.actor = await findActor(request);
    if (!request.actor) throw new AppError('not_logged_in');
    if (request.actor.needsSecondFactor && !beforeSecondFactor) {
      throw new AppError('second_factor_setup_required');
    }
    if (access !== 'authenticated' && !mayCall(request.actor, { method, access }))
      throw new AppError('forbidden');
    if (verification === 'address') checkVerification(request.actor);
  };
}

/** Call it where only some answers contain pictures. */
export function checkVerification({ isVerified }: Pick<Actor, 'isVerified'>): void {
  if (!isVerified) throw new AppError('address_unverified');
}

/** An expired token must not lock anyone out of a public page. */
async function optionalActor(request: FastifyRequest): Promise<Actor | undefined> {
  try {
    return await findActor(request);
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}

async function findActor(request: FastifyRequest): Promise<Actor | undefined> {
  const header = request.headers.authorization;
  if (!header) return undefined;
  const [scheme, token] = header.split(' ', 2);
  if (scheme?.toLowerCase() !== 'bearer' || !token || token.length > 4_000)
    throw new AppError('token_invalid');
  return { ...(await request.server.authenticate(token)), subnet: subnetOf(request.ip) };
}
