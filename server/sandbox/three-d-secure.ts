import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Call } from './call.ts';
import { asMoney } from './currencies.ts';
import { runDueTasks } from './due-tasks.ts';
import { newId } from './ids.ts';
import { attemptPayment, failAuthentication } from './pay.ts';
import { inTransaction, type SandboxContext } from './sandbox-context.ts';
import { readForm } from './serve-operations.ts';
import { findObject, type Held, lockObject } from './store.ts';
import { challengePage, finishedPage, gonePage } from './three-d-secure.page.ts';

type Params = { intent: string; attempt: string };

/** Serves the bank's page, where two buttons stand in for the buyer's phone. */
export function serveThreeDSecure(scope: FastifyInstance, context: SandboxContext): void {
  const url = '/3ds/:intent/:attempt';
  scope.get<{ Params: Params }>(url, { schema: { hide: true } }, async (request, reply) => {
    await runDueTasks(context);
    const page = await inTransaction(context, {}, (call) => showChallenge(call, request.params));
    return page ? sendPage(reply, 200, page) : sendPage(reply, 404, gonePage());
  });
  scope.post<{ Params: Params }>(url, { schema: { hide: true } }, async (request, reply) => {
    await runDueTasks(context);
    const isComplete = readForm(request).outcome === 'complete';
    const result = await inTransaction(context, { requestId: newId('req') }, (call) =>
      answerChallenge(call, request.params, isComplete),
    );
    context.wakeCourier();
    if (!result) return sendPage(reply, 404, gonePage());
    // A page framed by the shop posts its result to the shop instead of redirecting inside the frame.
    const isFramed = request.headers['sec-fetch-dest'] === 'iframe';
    if (result.returnUrl && !isFramed) return reply.code(303).redirect(result.returnUrl, 303);
    return sendPage(reply, 200, finishedPage(result.hasSucceeded), { runsScript: true });
  });
}

function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  options: { runsScript?: boolean } = {},
): FastifyReply {
  const script = options.runsScript ? "'unsafe-inline'" : "'none'";
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-frame-options', 'SAMEORIGIN')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; script-src ${script}; frame-ancestors 'self'`,
    )
    .type('text/html; charset=utf-8')
    .send(page);
}

async function findOpenPayment(call: Call, { intent: id, attempt }: Params) {
  const intent = await findObject(call.tx, 'payment_intent', id, { lock: true });
  const methodId = intent?.body.payment_method;
  if (intent?.hidden.attempt !== attempt || !methodId) return undefined;
  return { intent, method: await lockObject(call.tx, 'payment_method', methodId) };
}

async function showChallenge(call: Call, params: Params): Promise<string | undefined> {
  const payment = await findOpenPayment(call, params);
  if (!payment) return undefined;
  const { amount, currency } = payment.intent.body;
  const { brand, last4 } = payment.method.body.card;
  return challengePage({ amount: asMoney(amount, currency), brand, last4 });
}

async function answerChallenge(call: Call, params: Params, isComplete: boolean) {
  const payment = await findOpenPayment(call, params);
  if (!payment) return undefined;
  payment.intent.hidden.isAuthenticated = isComplete;
  if (isComplete) await attemptPayment(call, payment);
  else await failAuthentication(call, payment);
  return describeResult(payment.intent);
}

function describeResult({ body, hidden }: Held<'payment_intent'>) {
  const hasSucceeded = body.status !== 'requires_payment_method';
  if (!hidden.returnUrl) return { returnUrl: null, hasSucceeded };
  const url = new URL(hidden.returnUrl);
  url.searchParams.set('payment_intent', body.id);
  url.searchParams.set('payment_intent_client_secret', body.client_secret ?? '');
  url.searchParams.set('redirect_status', hasSucceeded ? 'succeeded' : 'failed');
  return { returnUrl: url.href, hasSucceeded };
}
