import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Call } from './call.ts';
import { attemptSetup, failSetupAuthentication } from './confirm-setup-intent.ts';
import { asMoney } from './currencies.ts';
import { runDueTasks } from './due-tasks.ts';
import { newId } from './ids.ts';
import { attemptPayment, failAuthentication } from './pay.ts';
import { readForm } from './serve-operations.ts';
import { findObject, getObject, type Held, idOf, lockObject, saveObject } from './store.ts';
import { challengePage, finishedPage, gonePage } from './three-d-secure.page.ts';
import { inTransaction, type World } from './world.ts';

type Params = { intent: string; attempt: string };
type Intent = Held<'payment_intent'> | Held<'setup_intent'>;

/** The bank's page, where the buyer proves to be the card's owner: two buttons instead of a phone. */
export function serveThreeDSecure(scope: FastifyInstance, world: World): void {
  const url = '/3ds/:intent/:attempt';
  scope.get<{ Params: Params }>(url, { schema: { hide: true } }, async (request, reply) => {
    await runDueTasks(world);
    const page = await inTransaction(world, {}, (call) => showChallenge(call, request.params));
    return page ? sendPage(reply, 200, page) : sendPage(reply, 404, gonePage());
  });
  scope.post<{ Params: Params }>(url, { schema: { hide: true } }, async (request, reply) => {
    await runDueTasks(world);
    const isComplete = readForm(request).outcome === 'complete';
    const requestId = newId('req');
    const after = await inTransaction(world, { requestId }, (call) =>
      settle(call, request.params, isComplete),
    );
    world.wakeCourier();
    if (!after) return sendPage(reply, 404, gonePage());
    // Inside the shop's own page there is nowhere to return to: the page tells the shop and stays.
    const isFramed = request.headers['sec-fetch-dest'] === 'iframe';
    if (after.returnUrl && !isFramed) return reply.code(303).redirect(after.returnUrl, 303);
    return sendPage(reply, 200, finishedPage(after.hasSucceeded), { runsScript: true });
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

async function findOpen(call: Call, params: Params): Promise<Intent | undefined> {
  const intent = params.intent.startsWith('seti_')
    ? await findObject(call.tx, 'setup_intent', params.intent, { lock: true })
    : await findObject(call.tx, 'payment_intent', params.intent, { lock: true });
  return intent?.hidden.attempt === params.attempt ? intent : undefined;
}

async function showChallenge(call: Call, params: Params): Promise<string | undefined> {
  const intent = await findOpen(call, params);
  const methodId = intent && idOf(intent.body.payment_method);
  if (!intent || !methodId) return undefined;
  const { body: method } = await getObject(call.tx, 'payment_method', methodId);
  const amount = isPayment(intent) ? asMoney(intent.body.amount, intent.body.currency) : null;
  return challengePage({ amount, brand: method.card?.brand ?? 'card', last4: method.card?.last4 ?? '' });
}

function isPayment(intent: Intent): intent is Held<'payment_intent'> {
  return intent.body.object === 'payment_intent';
}

type After = { returnUrl: string | null; hasSucceeded: boolean };

/** A page that was left open and used twice changes nothing the second time. */
async function settle(call: Call, params: Params, isComplete: boolean): Promise<After | undefined> {
  const intent = await findOpen(call, params);
  const methodId = intent && idOf(intent.body.payment_method);
  if (!intent || !methodId) return undefined;
  const method = await lockObject(call.tx, 'payment_method', methodId);
  intent.hidden.isAuthenticated = isComplete;
  await saveObject(call.tx, intent);
  if (isPayment(intent)) {
    if (isComplete) await attemptPayment(call, { intent, method }, { failsOnAction: false });
    else await failAuthentication(call, { intent, method });
  } else if (isComplete) await attemptSetup(call, { intent, method });
  else await failSetupAuthentication(call, { intent, method });
  return describeReturn(intent);
}

function describeReturn(intent: Intent): After {
  const { body, hidden } = intent;
  const hasSucceeded = ['succeeded', 'requires_capture', 'processing'].includes(body.status);
  if (!hidden.returnUrl) return { returnUrl: null, hasSucceeded };
  const url = new URL(hidden.returnUrl);
  url.searchParams.set(body.object, body.id);
  url.searchParams.set(`${body.object}_client_secret`, body.client_secret ?? '');
  url.searchParams.set('redirect_status', hasSucceeded ? 'succeeded' : 'failed');
  return { returnUrl: url.href, hasSucceeded };
}
