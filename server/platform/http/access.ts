import type { FastifyRequest } from 'fastify';
import type { Access, EndpointShape } from '#contract/endpoint.ts';
import { type Role, roleCan } from '#contract/rules/permissions.ts';
import { AppError } from '#server/platform/errors.ts';

/** Who makes a call, as proven by a live session. */
export type Actor = { userId: number; role: Role; sessionId: string };

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

/** Runs before the body is read: a caller without the right learns nothing about the call. */
export function gate(access: Access) {
  return async function checkAccess(request: FastifyRequest): Promise<void> {
    const token = bearerToken(request);
    if (access === 'public') {
      request.actor = token ? await optionalActor(request, token) : undefined;
      return;
    }
    if (!token) throw new AppError('not_logged_in');
    request.actor = await request.server.authenticate(token);
    if (access !== 'authenticated' && !roleCan(request.actor.role, access)) throw new AppError('forbidden');
  };
}

/** A stale token must not lock anybody out of a public page. */
async function optionalActor(request: FastifyRequest, token: string): Promise<Actor | undefined> {
  try {
    return await request.server.authenticate(token);
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (!header) return undefined;
  const [scheme, token] = header.split(' ', 2);
  if (scheme?.toLowerCase() !== 'bearer' || !token || token.length > 4_000)
    throw new AppError('token_invalid');
  return token;
}
