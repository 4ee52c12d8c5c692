import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const liveEndpoints = {
  live: endpoint({
    method: 'GET',
    path: '/live',
    access: 'authenticated',
    tag: 'Live',
    summary:
      'Server-sent events (see liveEvent) for whoever asks; Last-Event-ID goes on where a lost connection ended',
    response: z.unknown(),
    raw: true,
  }),
};
