import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#contract/i18n.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { escapeHtml } from '#server/platform/mail/escape-html.ts';
import { DEVICE_COOKIE } from './devices.ts';
import { languageOf } from './language-of.ts';
import type { PageTags } from './page-tags.ts';

/** The export of the built web/render-page.tsx. */
type RenderPage = (request: {
  url: string;
  language: Language;
  nonce: string;
  call: (method: string, address: string, body?: unknown) => Promise<unknown>;
}) => Promise<{ html: string; file: string; data: string } | undefined>;

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** The script in the head of the page and React's replay of forms are inline, so the policy allows them by a nonce. */
const SCRIPT_SOURCES = /script-src 'self'/;
const TITLE = /<title>[^<]*<\/title>/;

/** What web/index.html says before the site runs. */
const SHELL_TEXTS = [
  /*i18n*/ 'Loading...',
  /*i18n*/ 'This page needs JavaScript. Please turn it on and reload the page.',
  /*i18n*/ 'Photos of your athlete’s performance: follow a team, preview, buy and download.',
];

/** Renders public pages with React, so that visitors see and use them before any script has arrived. */
export async function createPageRenderer(app: FastifyInstance, folder: string) {
  const { renderPage } = (await import(pathToFileURL(join(folder, '../render/render-page.js')).href)) as {
    renderPage: RenderPage;
  };
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;

  /**
   * The visitor's own calls, so the limits of their network apply. The request of a page carries no device, and a new one for each
   * page would use up those that the network may get: the calls have one that is not counted.
   */
  const callAs = (request: FastifyRequest) => async (method: string, address: string, body?: unknown) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: address,
      remoteAddress: request.ip,
      headers: {
        accept: 'application/json',
        'accept-language': languageOf(request),
        cookie: `${DEVICE_COOKIE}=${app.devices.tokenOf(app.devices.issue())}`,
      },
      ...(body !== undefined && { payload: body as object }),
    });
    if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}`);
    return answer.json();
  };

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: string,
    tags: PageTags | undefined,
  ): Promise<string> => {
    const nonce = randomBytes(16).toString('base64');
    const policy = String(reply.raw.getHeader('content-security-policy') ?? '');
    reply.raw.setHeader(
      'content-security-policy',
      policy.replace(SCRIPT_SOURCES, `script-src 'self' 'nonce-${nonce}'`),
    );
    const language = languageOf(request);
    const i18n = i18nFor(language);
    const shell = page
      .replace('<script>', `<script nonce="${nonce}">`)
      .replace('<html lang="en"', `<html lang="${language}"`);
    const whole = SHELL_TEXTS.reduce((html, text) => html.replace(text, i18n.t(text)), shell);
    reply.header('content-language', language);
    const rendered = await renderPage({
      url: request.url,
      language,
      nonce,
      call: callAs(request),
    }).catch((error) => {
      // The browser renders the page instead, and says what is wrong.
      request.log.info({ err: error }, 'a public page was not rendered');
      return undefined;
    });
    if (!rendered) return whole;
    const { html, file, data } = rendered;
    const [path = ''] = request.url.split('?', 1);
    const [title = ''] = TITLE.exec(html) ?? [];
    return whole
      .replace(TITLE, (known) => (tags ? known : title))
      .replace('<html ', () => `<html data-rendered="${escapeHtml(path)}" `)
      .replace('</head>', () => `${preloadsOf(manifest, file)}</head>`)
      .replace(
        '<div id="root"></div>',
        () =>
          `<div id="root">${html.replace(TITLE, '')}</div>` +
          `<script type="application/json" id="data">${data.replaceAll('<', '\\u003c')}</script>`,
      );
  };
}

/** The browser would ask for the files of the page only once the site runs. */
function preloadsOf(manifest: Manifest, entry: string): string {
  const seen = new Set<string>();
  const collect = (name: string) => {
    if (seen.has(name) || manifest[name] === undefined) return;
    seen.add(name);
    manifest[name].imports?.forEach(collect);
  };
  collect(entry);
  return [...seen]
    .map((name) => `<link rel="modulepreload" crossorigin href="/${manifest[name]?.file}">`)
    .join('');
}
