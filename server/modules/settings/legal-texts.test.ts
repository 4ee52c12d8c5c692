import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { legalEndpoints } from '#contract/endpoints/legal.ts';
import { buildRegistration, buildUser, freshIp, mailedToken } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp({ POSTAL_ADDRESS: 'Encore Test, 1 Stage Door' });
const { getLegalTexts, getLegalTemplates, changeLegalTexts, agree } = legalEndpoints;

const register = () => testApp.call(accountEndpoints.register, { body: buildRegistration(), ip: freshIp() });
const dueFor = async (token: string) => (await testApp.call(accountEndpoints.me, { token })).body.terms_due;

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
