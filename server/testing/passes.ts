import { PASS_HEADER, passEndpoints } from '#contract/endpoints/passes.ts';
import { buildUser } from './factories.ts';
import type { TestApp } from './test-app.ts';
import { tusUploads } from './uploads.ts';

export type TestPass = { id: number; token: string; label: string };

export async function buildPass(testApp: TestApp, eventId: number, label: string): Promise<TestPass> {
  const { token } = await buildUser(testApp, { role: 'customer_support' });
  const made = await testApp.call(passEndpoints.makePass, {
    token,
    params: { id: eventId },
    body: { label },
  });
  if (made.status !== 200) throw new Error(`no pass was made: ${made.status}`);
  return { id: made.body.id, token: made.body.token, label };
}

/** Uploads with the tus protocol, as a photographer's phone does. */
export const passUploads = (address: () => string, secret: string) =>
  tusUploads(address, () => ({ [PASS_HEADER]: secret }));
