import type { FastifyInstance } from 'fastify';
import { newId } from './call.ts';
import { finishOnboarding } from './connect.ts';
import { inTransaction, type SandboxContext } from './sandbox-context.ts';
import { framePage, gonePage, sendPage } from './three-d-secure.ts';

type Params = { account: string; secret: string };

/** Serves the page of an account link, where one button stands in for everything that a payee would enter. */
export function serveOnboarding(scope: FastifyInstance, context: SandboxContext): void {
  const url = '/connect/:account/:secret';
  scope.get(url, { schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, 200, framePage('Get paid by Encore', FORM)),
  );
  scope.post<{ Params: Params }>(url, { schema: { hide: true } }, async (request, reply) => {
    const { account, secret } = request.params;
    const returnUrl = await inTransaction(context, { requestId: newId('req') }, (call) =>
      finishOnboarding(call, account, secret),
    );
    context.wakeCourier();
    return returnUrl ? reply.code(303).redirect(returnUrl, 303) : sendPage(reply, 404, gonePage());
  });
}

const FORM = `<p>Here a payee enters who they are and where their money goes. This is a test: nothing is asked.</p>
<form method="post"><button class="go">Connect a test bank account</button></form>`;
