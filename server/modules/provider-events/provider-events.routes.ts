import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { receiveEvent } from './receive-event.ts';

/** The body stays text, because its signature covers the exact bytes. */
export function providerEventRoutes(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/stripe', { schema: { hide: true } }, async (request) => {
      const signature = String(request.headers['stripe-signature'] ?? '');
      const body = typeof request.body === 'string' ? request.body : '';
      const event = context.payments.readEvent(body, signature, context.clock.now());
      if (!event) throw new AppError('invalid_request', { message: 'Not a signed event.' });
      await receiveEvent(context, event);
      return { received: true };
    });
  });
}
