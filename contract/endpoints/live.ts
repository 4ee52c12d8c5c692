import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const liveEndpoints = {
  live: endpoint({
    method: 'GET',
    path: '/live',
    access: 'authenticated',
    tag: 'Live',
    summary:
      'Server-sent events (see liveEvent) for the current user; Last-Event-ID resumes a lost connection',
    response: z.unknown(),
    raw: true,
  }),
};
