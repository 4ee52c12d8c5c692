import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Call } from './call.ts';
import { asMoney } from './currencies.ts';
import { runDueTasks } from './due-tasks.ts';
import { newId } from './ids.ts';
import { attemptPayment, failAuthentication } from './pay.ts';
import { inTransaction, type SandboxContext } from './sandbox-context.ts';
import { readForm } from './serve-operations.ts';
import { completeSetup, failSetup } from './setup-intents.ts';
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

async function findOpen<K extends 'payment_intent' | 'setup_intent'>(
  call: Call,
  kind: K,
  { intent: id, attempt }: Params,
): Promise<{ intent: Held<K>; method: Held<'payment_method'> } | undefined> {
  const intent = await findObject(call.tx, kind, id, { lock: true });
  const methodId = intent?.body.payment_method;
  if (intent?.hidden.attempt !== attempt || !methodId) return undefined;
  return { intent, method: await lockObject(call.tx, 'payment_method', methodId) };
}

async function showChallenge(call: Call, params: Params): Promise<string | undefined> {
  const payment = await findOpen(call, 'payment_intent', params);
  const asked = payment ?? (await findOpen(call, 'setup_intent', params));
  if (!asked) return undefined;
  const { brand, last4 } = asked.method.body.card;
  const amount = payment
    ? asMoney(payment.intent.body.amount, payment.intent.body.currency)
    : 'None, to keep the card';
  return challengePage({ amount, brand, last4 });
}

async function answerChallenge(call: Call, params: Params, isComplete: boolean) {
  const payment = await findOpen(call, 'payment_intent', params);
  if (!payment) return answerSetup(call, params, isComplete);
  payment.intent.hidden.isAuthenticated = isComplete;
  if (isComplete) await attemptPayment(call, payment);
  else await failAuthentication(call, payment);
  return describeResult('payment_intent', payment.intent);
}

async function answerSetup(call: Call, params: Params, isComplete: boolean) {
  const setup = await findOpen(call, 'setup_intent', params);
  if (!setup) return undefined;
  if (isComplete) await completeSetup(call, setup.intent, setup.method);
  else {
    await failSetup(call, setup.intent, {
      type: 'invalid_request_error',
      code: 'setup_intent_authentication_failure',
      message: 'The provided PaymentMethod has failed authentication.',
      payment_method: setup.method.body,
    });
  }
  return describeResult('setup_intent', setup.intent);
}

function describeResult(
  kind: 'payment_intent' | 'setup_intent',
  { body, hidden }: Held<'payment_intent'> | Held<'setup_intent'>,
) {
  const hasSucceeded = body.status !== 'requires_payment_method';
  if (!hidden.returnUrl) return { returnUrl: null, hasSucceeded };
  const url = new URL(hidden.returnUrl);
  url.searchParams.set(kind, body.id);
  url.searchParams.set(`${kind}_client_secret`, body.client_secret ?? '');
  url.searchParams.set('redirect_status', hasSucceeded ? 'succeeded' : 'failed');
  return { returnUrl: url.href, hasSucceeded };
}
