import { escapeHtml } from '#server/platform/mail/escape-html.ts';

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
  return frame(
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
  return frame(
    title,
    `<p>${text}</p><script>
const message = { source: 'encore-sandbox-3ds', succeeded: ${hasSucceeded} };
if (window.parent !== window) window.parent.postMessage(message, window.location.origin);
else if (window.opener) window.opener.postMessage(message, window.location.origin);
</script>`,
  );
}

export function gonePage(): string {
  return frame(
    'Nothing to approve',
    '<p>This request has already been answered or is no longer needed. Go back to the shop to see your order.</p>',
  );
}

const SHIELD =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 3l8 3v6c0 5-3.5 8-8 9-4.500-1-8-4-8-9V6z"/><path d="M9 12l2.200 2.200L15.500 10"/></svg>';

function frame(title: string, content: string): string {
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
