import { expect, test } from '@playwright/test';

test('the files of the site come compressed beforehand and are kept for good', async ({ request }) => {
  const page = await (await request.get('/')).text();
  const [script] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  expect(script).toBeDefined();
  for (const encoding of ['br', 'gzip']) {
    const answer = await request.get(script as string, { headers: { 'accept-encoding': encoding } });
    const headers = answer.headers();
    expect(headers['content-encoding']).toBe(encoding);
    // What is compressed on the way has no length that is known.
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers.vary).toContain('accept-encoding');
  }
});
