import type { FastifyRequest } from 'fastify';
import { deviceOf } from '#server/platform/http/devices.ts';
import type { Visitor } from './sessions.ts';

export function visitorOf(request: FastifyRequest): Visitor {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '', device: deviceOf(request) };
}
