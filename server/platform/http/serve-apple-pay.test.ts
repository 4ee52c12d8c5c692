import fastify from 'fastify';
import { expect, test } from 'vitest';
import { serveApplePayFile } from './serve-web.ts';

const PATH = '/.well-known/apple-developer-merchantid-domain-association';

async function read(file: string | undefined) {
  const app = fastify();
  serveApplePayFile(app, file);
  const answer = await app.inject(PATH);
  await app.close();
  return answer;
}

test('Apple finds the domain file where it is configured, byte for byte', async () => {
  const answer = await read('7B227073704964223A22\n');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain');
  expect(answer.body).toBe('7B227073704964223A22\n');
});

test('without a domain file the address is empty, not the page of the site', async () => {
  expect((await read(undefined)).statusCode).toBe(404);
});
