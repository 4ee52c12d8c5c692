import { expect, test } from './test.ts';

test('assets are compressed ahead of time and cached forever', { tag: '@deep' }, async ({ request }) => {
  const page = await (await request.get('/')).text();
  const [script] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  expect(script).toBeDefined();
  for (const encoding of ['br', 'gzip']) {
    const answer = await request.get(script as string, { headers: { 'accept-encoding': encoding } });
    const headers = answer.headers();
    expect(headers['content-encoding']).toBe(encoding);
    // A file that is compressed while it is sent has no known length.
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers.vary).toContain('accept-encoding');
  }
});
