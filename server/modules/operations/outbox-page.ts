import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { escapeHtml } from '#server/platform/mail/escape-html.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { toIso } from '#server/platform/time/timestamps.ts';

type Message = Awaited<ReturnType<typeof listOutbox>>[number];

export function serveOutboxPage(app: FastifyInstance, context: Context): void {
  app.get(
    '/dev/outbox',
    { schema: { hide: true }, config: { isUnprotected: true } },
    async (_request, reply) => {
      const messages = await listOutbox(context.db);
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(renderPage(messages));
    },
  );
}

function renderPage(messages: Message[]): string {
  const list = messages.map(renderMessage).join('\n') || '<p class="empty">Nothing has been sent yet.</p>';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Outbox · Encore</title><style>
:root{color-scheme:light dark;--bg:#f4f4f6;--card:#fff;--ink:#121217;--soft:#52525c;--line:#e2e2e8}
@media(prefers-color-scheme:dark){:root{--bg:#0c0c0f;--card:#1a1a1f;--ink:#f4f4f6;--soft:#b4b4bf;--line:#2d2d35}}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:720px;margin:auto;padding:24px 16px 64px}h1{letter-spacing:-.03em;margin:8px 0 4px}
p.lead,p.empty{color:var(--soft);margin:0 0 24px}
details{background:var(--card);border:1px solid var(--line);border-radius:16px;margin-bottom:12px;overflow:hidden}
summary{padding:14px 18px;cursor:pointer;display:grid;gap:2px}summary small{color:var(--soft)}
iframe{border:0;width:100%;height:620px;background:#f4f4f6}pre{white-space:pre-wrap;word-break:break-word;padding:0 18px 18px;margin:0}
</style></head><body><main><h1>Outbox</h1>
<p class="lead">Emails and text messages that would have been sent. This page does not exist in production.</p>
${list}</main></body></html>`;
}

function renderMessage(message: Message, position: number): string {
  const title = message.channel === 'sms' ? 'Text message' : message.subject;
  const body = message.html
    ? `<iframe title="${escapeHtml(title)}" sandbox="allow-popups allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(message.html.replace('<head>', '<head><base target="_top">'))}"></iframe>`
    : `<pre>${escapeHtml(message.text)}</pre>`;
  return `<details${position === 0 ? ' open' : ''}><summary><b>${escapeHtml(title)}</b>
<small>${message.channel} to ${escapeHtml(message.recipient)}, ${toIso(message.createdAt)}</small></summary>${body}</details>`;
}
