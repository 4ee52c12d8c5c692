import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Libraries of several megabytes that only some processes use. */
const RARE = ['twilio', '@aws-sdk/client-s3', 'opentype.js', '@fastify/swagger', 'onnxruntime-node'];

const PROGRAM = `
  import { registerHooks } from 'node:module';
  const seen = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name) seen.add(name);
      return next(url, context);
    },
  });
  await import('#server/app.ts');
  await import('#server/context.ts');
  console.log(JSON.stringify([...seen]));
`;

test('a server loads no library that its settings do not ask for', { timeout: 60_000 }, async () => {
  const args = ['--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: process.cwd() });
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded).toContain('fastify');
  expect(loaded.filter((name) => RARE.includes(name))).toEqual([]);
});
