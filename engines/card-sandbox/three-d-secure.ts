import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Call, newId } from './call.ts';
import { asMoney } from './cards.ts';
import { runDueTasks } from './due-tasks.ts';
import { attemptPayment, failAuthentication } from './pay.ts';
import { inTransaction, type SandboxContext } from './sandbox-context.ts';
import { readForm } from './serve-operations.ts';
import { completeSetup, failSetup } from './setup-intents.ts';
import { findObject, type Held, lockObject } from './store.ts';

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

export function sendPage(
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

export type Challenge = { amount: string; brand: string; last4: string };

export function challengePage(challenge: Challenge): string {
  const rows = [
    ['Shop', 'Encore'],
    ['Amount', challenge.amount],
    ['Card', `${challenge.brand.toUpperCase()} ending in ${challenge.last4}`],
  ];
  const facts = rows
    .map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('');
  return framePage(
    'Confirm it is you',
    `<p>Your bank asks you to approve this payment. This is a test: choose the result.</p>
<dl>${facts}</dl>
<form method="post">
<button class="go" name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button>
</form>`,
  );
}

/** Tells the shop's page around it that the buyer has answered. */
export function finishedPage(hasSucceeded: boolean): string {
  const title = hasSucceeded ? 'Approved' : 'Not approved';
  const text = hasSucceeded
    ? 'Thank you. You can go back to the shop.'
    : 'Nothing was charged. Go back and try another card.';
  return framePage(
    title,
    `<p>${text}</p><script>
const message = { source: 'encore-sandbox-3ds', succeeded: ${hasSucceeded} };
if (window.parent !== window) window.parent.postMessage(message, window.location.origin);
else if (window.opener) window.opener.postMessage(message, window.location.origin);
</script>`,
  );
}

export function gonePage(): string {
  return framePage(
    'Nothing to approve',
    '<p>This request has already been answered or is no longer needed. Go back to the shop to see your order.</p>',
  );
}

const SHIELD =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 3l8 3v6c0 5-3.5 8-8 9-4.500-1-8-4-8-9V6z"/><path d="M9 12l2.200 2.200L15.500 10"/></svg>';

export function framePage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)} · Sandbox Bank</title><style>
:root{color-scheme:light dark;--bg:#eef1f6;--card:#fff;--ink:#121826;--soft:#515b6e;--line:#dfe4ec;--go:#1d4ed8;--go-ink:#fff}
@media(prefers-color-scheme:dark){:root{--bg:#0b0f17;--card:#151b27;--ink:#eef2f8;--soft:#a9b4c6;--line:#2a3343;--go:#7ba4ff;--go-ink:#0b1220}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{width:100%;max-width:420px;background:var(--card);border:1px solid var(--line);border-radius:20px;padding:28px;box-shadow:0 18px 50px rgb(15 23 42/.12)}
header{display:flex;align-items:center;gap:10px;font-weight:650;margin-bottom:20px}
header svg{width:34px;height:34px;padding:7px;border-radius:10px;background:var(--go);color:var(--go-ink)}
header small{margin-left:auto;font-weight:600;font-size:12px;letter-spacing:.04em;text-transform:uppercase;padding:3px 9px;border-radius:99px;border:1px solid var(--line);color:var(--soft)}
h1{font-size:26px;line-height:1.15;letter-spacing:-.02em;margin:0 0 8px}
p{margin:0 0 20px;color:var(--soft)}
dl{display:grid;grid-template-columns:auto 1fr;gap:10px 16px;margin:0 0 24px;padding:16px;border:1px solid var(--line);border-radius:14px}
dt{color:var(--soft)}dd{margin:0;text-align:right;font-weight:600}
form{display:grid;gap:10px}
button{font:inherit;font-weight:650;min-height:48px;border-radius:12px;border:1px solid var(--line);background:transparent;color:var(--ink);cursor:pointer}
button.go{background:var(--go);border-color:var(--go);color:var(--go-ink)}
button:focus-visible{outline:3px solid var(--go);outline-offset:2px}
</style></head><body><main><header>${SHIELD}Sandbox Bank<small>Test mode</small></header>
<h1>${escapeHtml(title)}</h1>
${content}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
