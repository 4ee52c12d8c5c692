import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { testDevices } from '#server/testing/devices.ts';
import { ensureDevice } from './devices.ts';
import { protectAndCompress } from './protect-and-compress.ts';
import { createPageRenderer } from './render-page.ts';

const SHELL = readFileSync(join(import.meta.dirname, '../../../web/index.html'), 'utf8').replace(
  /<script>[\s\S]*?<\/script>/,
  '<script>1</script>',
);
const RENDER = `export async function renderPage({ url, nonce, call }) {
  if (url.startsWith('/plain')) return undefined;
  const { word } = await call('GET', url.startsWith('/e/') ? '/api/word' : '/api/nothing');
  const html = '<title>Log in</title><p>' + nonce + '</p>';
  return { html, file: 'pages/login.tsx', data: JSON.stringify({ word }) };
}`;

const folder = mkdtempSync(join(tmpdir(), 'encore-render-'));
for (const path of ['web/.vite', 'render']) mkdirSync(join(folder, path), { recursive: true });
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
writeFileSync(join(folder, 'render/render-page.js'), RENDER);
writeFileSync(
  join(folder, 'web/.vite/manifest.json'),
  JSON.stringify({
    'pages/login.tsx': { file: 'assets/login.js', imports: ['_form.js'] },
    '_form.js': { file: 'assets/form.js' },
  }),
);

const app = Fastify();
await protectAndCompress(app, { payments: { kind: 'sandbox' } });
app.get('/api/nothing', async (_request, reply) => reply.code(404).send({}));
const newDevices: string[] = [];
app.decorate('devices', testDevices());
app.decorateRequest('device', undefined);
app.decorate('consumeRateLimits', async (limits) => {
  newDevices.push(...limits.map(({ key }) => key));
  return { giveBack: async () => undefined };
});
app.get('/api/word', async (request, reply) => {
  await ensureDevice(request, reply);
  return { word: `</script>${request.ip}` };
});
const renderPage = await createPageRenderer(app, join(folder, 'web'));
app.get('/*', async (request, reply) => renderPage(request, reply.type('text/html'), SHELL, undefined));

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const open = async (url: string, language = 'en') => {
  const { body, headers } = await app.inject({
    url,
    remoteAddress: '203.0.113.7',
    headers: { 'accept-language': language },
  });
  return { body, policy: String(headers['content-security-policy']) };
};

test('a rendered page has its data, its title, its files and the nonce of its policy', async () => {
  const { body, policy } = await open('/e/%22%3E?x=1');
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
  expect(nonce).not.toBe('');
  expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
  expect(body).toContain(`<script nonce="${nonce}">1</script>`);
  expect(body).toContain(`<div id="root"><p>${nonce}</p></div>`);
  expect(body).toContain('<title>Log in</title>');
  expect(body).toContain('<html data-rendered="/e/%22%3E" ');
  expect(body).toContain('href="/assets/login.js"');
  expect(body).toContain('href="/assets/form.js"');
  expect(body).toContain('{"word":"\\u003c/script>203.0.113.7"}');
});

test('every page has a nonce of its own', async () => {
  expect((await open('/e/1')).policy).not.toBe((await open('/e/1')).policy);
});

test.each(['/plain', '/refused'])('%s is left to the browser', async (url) => {
  const { body } = await open(url);
  expect(body).toContain('<div id="root"></div>');
  expect(body).not.toContain('data-rendered');
});

test('what shows before the site runs is in the language of the visitor', async () => {
  const { body } = await open('/plain', 'es-MX,es;q=0.9');
  expect(body).toContain('<html lang="es"');
  expect(body).toContain('role="status">Cargando...</p>');
  expect(body).toContain('<noscript>Esta página necesita JavaScript.');
  expect(body).toContain('name="description" content="Fotos de');
  expect((await open('/plain')).body).toContain('role="status">Loading...</p>');
});

test('the calls of a page use up none of the new devices that a network may get', async () => {
  await open('/e/1');
  expect(newDevices).toEqual([]);
});
