import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { type LegalTexts, legalEndpoints } from '#contract/endpoints/legal.ts';
import { buildRegistration, buildUser, freshIp, mailedToken } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { DEFAULT_PRIVACY, DEFAULT_TERMS } from './default-legal-texts.ts';

const testApp = startTestApp({ POSTAL_ADDRESS: 'Encore Test, 1 Stage Door' });
const { getLegalTexts, getLegalTemplates, changeLegalTexts, agree } = legalEndpoints;

const register = () => testApp.call(accountEndpoints.register, { body: buildRegistration(), ip: freshIp() });
const dueFor = async (token: string) => (await testApp.call(accountEndpoints.me, { token })).body.terms_due;

const readInSpanish = async (): Promise<LegalTexts> => {
  const headers = { 'accept-language': 'es-MX,es;q=0.9' };
  return (await testApp.app.inject({ url: '/api/legal', headers })).json();
};
/** Which line is a heading, an item, a paragraph or empty. */
const shapeOf = (text: string) => text.split('\n').map((line) => /^(?:# |- |.)?/.exec(line)?.[0].length);

async function publish(terms: string) {
  const { token } = await buildUser(testApp, { role: 'super' });
  const { body: now } = await testApp.call(getLegalTemplates, { token });
  const body = { terms, privacy: now.privacy, version: now.version };
  return testApp.call(changeLegalTexts, { token, body });
}

describe('the terms and the privacy notice', () => {
  test('are public, name the site and its operator, and have version 1 as delivered', async () => {
    const { status, body } = await testApp.call(getLegalTexts);
    expect(status).toBe(200);
    expect(body.version).toBe(1);
    expect(body.terms).toContain('What Encore is');
    expect(body.privacy).toContain('Encore Test, 1 Stage Door');
    expect(body.terms + body.privacy).not.toMatch(/[{}]/);
  });

  test('are in Spanish for readers of Spanish, as the same version', async () => {
    const english = (await testApp.call(getLegalTexts)).body;
    const body = await readInSpanish();
    expect(body).toMatchObject({ version: 1, changed_at: null, languages: { terms: 'es', privacy: 'es' } });
    expect(english.languages).toEqual({ terms: 'en', privacy: 'en' });
    expect(body.terms).toContain('Qué es Encore');
    expect(body.privacy).toContain('Encore Test, 1 Stage Door');
    expect(body.terms + body.privacy).not.toMatch(/[{}]/);
    for (const kind of ['terms', 'privacy'] as const) {
      expect(shapeOf(body[kind])).toEqual(shapeOf(english[kind]));
    }
  });

  test('ship with the words that people agreed to', () => {
    // Version 1 is also what a bank reads in a dispute. Other words are a new version, which staff publish.
    const hash = createHash('sha256').update(`${DEFAULT_TERMS}\n${DEFAULT_PRIVACY}`).digest('hex');
    expect(hash).toBe('47ec25636636e63c092569d6023568f1bdfd4e21b9576e351742f174005eda80');
  });

  test('are agreed to by registering, with version and date', async () => {
    const { body } = await register();
    expect(body.user.terms_due).toBeNull();
    const { version } = (await testApp.call(getLegalTexts)).body;
    const rows = await testApp.context.db
      .selectFrom('agreements')
      .selectAll()
      .where('userId', '=', body.user.id)
      .execute();
    expect(rows).toMatchObject([{ version, agreedAt: expect.any(String) }]);
  });

  test('get a new version by a change, which everybody is asked to agree to once', async () => {
    const { body: person } = await register();
    const before = (await testApp.call(getLegalTexts)).body.version;
    const published = await publish('# Rules of {site_name}\nBe kind.');
    expect(published).toMatchObject({ status: 200, body: { legal_version: before + 1 } });
    expect((await testApp.call(getLegalTexts)).body.terms).toBe('# Rules of Encore\nBe kind.');
    expect(await dueFor(person.jwt)).toBe(before + 1);
    const old = await testApp.call(agree, { token: person.jwt, body: { version: before } });
    expect(old).toMatchObject({ status: 409 });
    const agreed = await testApp.call(agree, { token: person.jwt, body: { version: before + 1 } });
    expect(agreed).toMatchObject({ status: 200, body: { terms_due: null } });
    expect(await dueFor(person.jwt)).toBeNull();
    expect((await register()).body.user.terms_due).toBeNull();
  });

  test('that staff wrote stay as they wrote them, the other one stays translated', async () => {
    const { token } = await buildUser(testApp, { role: 'super' });
    const { body: now } = await testApp.call(getLegalTemplates, { token });
    await testApp.call(changeLegalTexts, {
      token,
      body: { terms: 'Ours.', privacy: DEFAULT_PRIVACY, version: now.version },
    });
    const body = await readInSpanish();
    expect(body).toMatchObject({ terms: 'Ours.', languages: { terms: 'en', privacy: 'es' } });
    expect(body.privacy).toContain('En pocas palabras');
    const { body: templates } = await testApp.call(getLegalTemplates, { token });
    expect(templates).toMatchObject({ terms: 'Ours.', privacy: DEFAULT_PRIVACY });
  });

  test('published twice at the same moment make one version, and unchanged texts make none', async () => {
    const { token } = await buildUser(testApp, { role: 'super' });
    const { body: now } = await testApp.call(getLegalTemplates, { token });
    const change = (terms: string) =>
      testApp.call(changeLegalTexts, {
        token,
        body: { terms, privacy: now.privacy, version: now.version },
      });
    const statuses = (await Promise.all([change('One.'), change('Two.')])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    const { body: after } = await testApp.call(getLegalTemplates, { token });
    expect(after.legal_version).toBe(now.legal_version + 1);
    const { terms, privacy, version, legal_version } = after;
    const same = await testApp.call(changeLegalTexts, { token, body: { terms, privacy, version } });
    expect(same.body.legal_version).toBe(legal_version);
  });

  test('are linked below every email', async () => {
    const { email } = await buildUser(testApp);
    await mailedToken(testApp, email, 'login');
    const { text, html } = await testApp.context.db
      .selectFrom('outboxMessages')
      .select(['text', 'html'])
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    for (const path of ['/terms', '/privacy']) {
      expect(text).toContain(`${testApp.context.config.publicUrl}${path}`);
      expect(html).toContain(`href="${testApp.context.config.publicUrl}${path}"`);
    }
  });
});
