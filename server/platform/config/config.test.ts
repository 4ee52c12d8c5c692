import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './environment.ts';

const newSecret = () => randomBytes(32).toString('base64url');

function problemWith(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('the configuration', () => {
  test('has a default for every variable', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      checkResponses: false,
      role: 'all',
      host: '127.0.0.1',
      port: 4000,
      publicUrl: 'http://127.0.0.1:4000',
      trustProxy: false,
      databaseUrl: undefined,
      jwtSecret: undefined,
      seed: 'demo',
      mail: { smtpUrl: undefined },
      twilio: undefined,
    });
  });

  test.each([
    ['test mode', {}, { isRequired: false, showsCode: false }],
    ['test mode, always', { PROOFS: 'always' }, { isRequired: true, showsCode: true }],
    ['real mail', { SMTP_URL: 'smtp://mail.test' }, { isRequired: true, showsCode: false }],
    [
      'real mail, always',
      { SMTP_URL: 'smtp://mail.test', PROOFS: 'always' },
      { isRequired: true, showsCode: false },
    ],
    [
      'real text messages',
      { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_VERIFY_SERVICE_SID: 'VA1' },
      { isRequired: true, showsCode: false },
    ],
    [
      'real cards',
      {
        STRIPE_SECRET_KEY: 'sk_test_a',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
        STRIPE_WEBHOOK_SECRET: 'whsec_a',
      },
      { isRequired: true, showsCode: false },
    ],
  ])('with %s decides about verifications', (_name, environment, verification) => {
    expect(readConfig(environment).verification).toEqual(verification);
  });

  test('treats an empty value as missing', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', JWT_SECRET: '', SEED: '' })).toEqual(readConfig({}));
  });

  test('drops trailing slashes of PUBLIC_URL', () => {
    expect(readConfig({ PUBLIC_URL: 'https://encore.test//' }).publicUrl).toBe('https://encore.test');
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '4000.5'],
    ['PORT', ' '],
    ['PORT', '0x1000'],
    ['NODE_ENV', 'prod'],
    ['ROLE', 'everything'],
    ['WORK', 'photos'],
    ['WORK', 'codes,'],
    ['PUBLIC_URL', 'encore.test'],
    ['PUBLIC_URL', 'ftp://encore.test'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8,somewhere'],
    ['API_DOCS', 'yes'],
    ['ALLOW_PUBLIC_DEMO', 'true'],
    ['SEED', 'all'],
    ['LOG_LEVEL', 'loud'],
    ['MAIL_TRANSPORT', 'pigeon'],
    ['PROOFS', 'never'],
    ['TWILIO_BASE_URL', 'nowhere'],
    ['HOST', `line\nbreak${'x'.repeat(300)}`],
  ])('with %s=%j is refused in one line that names the variable and shows the value', (name, value) => {
    const line = problemWith({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name}: `));
    expect(line).not.toContain('\n');
    expect(line.length).toBeLessThan(250);
    expect(line).toContain(JSON.stringify(value.slice(0, 80)));
  });

  test.each([
    ['false', false],
    ['0', false],
    ['true', { hops: 1 }],
    ['2', { hops: 2 }],
    ['10.0.0.0/8, fd00::/8,192.0.2.7', { networks: ['10.0.0.0/8', 'fd00::/8', '192.0.2.7'] }],
  ])('reads TRUST_PROXY=%s as %j', (text, expected) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  test('serves the API documentation in production only when asked to', () => {
    const production = { NODE_ENV: 'production', MAIL_TRANSPORT: 'outbox', PAYMENTS: 'sandbox' };
    expect(readConfig({}).hasApiDocs).toBe(true);
    expect(readConfig({ API_DOCS: 'off' }).hasApiDocs).toBe(false);
    expect(readConfig(production).hasApiDocs).toBe(false);
    expect(readConfig({ ...production, API_DOCS: 'on' }).hasApiDocs).toBe(true);
  });

  const REHEARSAL = { NODE_ENV: 'production', MAIL_TRANSPORT: 'outbox', PAYMENTS: 'sandbox' };

  test.each(['0.0.0.0', '::', '192.0.2.10', 'shop.example'])(
    'refuses to show demo accounts or the outbox to strangers at HOST=%s, and says what to do',
    (HOST) => {
      expect(problemWith({ HOST })).toMatch(/^HOST: .*SEED=none.*NODE_ENV=production.*ALLOW_PUBLIC_DEMO=yes/);
      expect(problemWith({ HOST, SEED: 'none' })).toContain('outbox');
      expect(problemWith({ HOST, ...REHEARSAL, SEED: 'demo' })).toContain('demo accounts');
      expect(readConfig({ HOST, ALLOW_PUBLIC_DEMO: 'yes' })).toMatchObject({ refusesDemo: false });
      expect(readConfig({ HOST, ...REHEARSAL })).toMatchObject({ refusesDemo: true });
      expect(readConfig({ HOST, ROLE: 'worker' })).toMatchObject({ refusesDemo: false });
    },
  );

  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])(
    'lets demo accounts and the outbox be at HOST=%s, where only this machine is',
    (HOST) => {
      expect(readConfig({ HOST })).toMatchObject({ host: HOST, refusesDemo: false });
    },
  );

  test.each([
    ['DATABASE_URL', 'mysql://user:hunter2@db/encore'],
    ['DATABASE_DIRECT_URL', 'mysql://user:hunter2@db/encore'],
    ['SMTP_URL', 'http://user:hunter2@mail'],
    ['JWT_SECRET', 'hunter2'],
    ['KEYS', 'a:hunter2'],
    ['TWILIO_AUTH_TOKEN', `hunter2${'x'.repeat(2_000)}`],
  ])('never prints the value of %s', (name, value) => {
    const line = problemWith({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name}: `));
    expect(line).not.toContain('\n');
    expect(line).not.toContain('hunter2');
  });

  test('reads keys newest first and refuses what could be a slip', () => {
    const [one, two] = [newSecret(), `${newSecret().slice(0, 30)}:a:b`];
    expect(readConfig({ KEYS: ` b:${two},\n a:${one} ` }).keys).toEqual([
      { id: 'b', secret: two },
      { id: 'a', secret: one },
    ]);
    for (const KEYS of [one, 'a:short', `a:${one},a:${two}`, `a:${one},b:${one}`, 'é:'.repeat(40), ',']) {
      expect(problemWith({ KEYS })).toMatch(/^KEYS: /);
    }
    const many = Array.from({ length: 9 }, (_, index) => `k${index}:${index}${one}`);
    expect(problemWith({ KEYS: many.join(',') })).toMatch(/^KEYS: must have at most 8 keys/);
  });

  test.each([
    'REPLACE-ME-WITH-AT-LEAST-32-RANDOM-CHARACTERS',
    'change-me-change-me-change-me-change-me',
    'CHANGEME'.repeat(6),
    'x'.repeat(64),
    'abcdefgh'.repeat(8),
    '0123456789abcdef'.repeat(3),
    '12345678901234567890123456789012',
  ])('refuses a secret that can be guessed: %s', (weak) => {
    expect(problemWith({ KEYS: `new:${weak}` })).toMatch(/^KEYS: the secret of new .*openssl rand/);
    expect(problemWith({ KEYS: `new:${newSecret()},old:${weak}` })).toMatch(/^KEYS: the secret of old /);
    const production = { NODE_ENV: 'production', MAIL_TRANSPORT: 'outbox', PAYMENTS: 'sandbox' };
    for (const name of ['JWT_SECRET', 'MAIL_WEBHOOK_SECRET']) {
      expect(readConfig({ [name]: weak })).toBeDefined();
      const line = problemWith({ ...production, [name]: weak });
      expect(line).toMatch(new RegExp(`^${name}: `));
      expect(line).not.toContain(weak);
    }
  });

  test.each(['hex', 'base64', 'base64url'] as const)('accepts 128 random bits or more as %s', (encoding) => {
    for (const bytes of [24, 32, 48]) {
      expect(readConfig({ KEYS: `a:${randomBytes(bytes).toString(encoding)}` }).keys).toHaveLength(1);
    }
  });

  test('with an incomplete Twilio account names the missing variable', () => {
    const account = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_VERIFY_SERVICE_SID: 'VA1' };
    for (const name of Object.keys(account)) {
      expect(problemWith({ ...account, [name]: '' })).toMatch(new RegExp(`^${name}: is needed`));
    }
    expect(readConfig(account).twilio).toEqual({
      accountSid: 'AC1',
      authToken: 't',
      verifyServiceSid: 'VA1',
      baseUrl: undefined,
    });
  });
});

describe('in production', () => {
  const production = { NODE_ENV: 'production', SMTP_URL: 'smtps://mail.encore.test', PAYMENTS: 'sandbox' };

  test('demo data must be requested explicitly', () => {
    expect(readConfig(production)).toMatchObject({ production: true, seed: 'none', checkResponses: false });
    expect(readConfig({ ...production, SEED: 'demo' }).seed).toBe('demo');
  });

  test('a shared database needs a shared secret', () => {
    const shared = { ...production, DATABASE_URL: 'postgres://db/encore' };
    expect(problemWith(shared)).toMatch(/^KEYS: is needed/);
    expect(readConfig({ ...shared, JWT_SECRET: newSecret() }).databaseUrl).toBe(shared.DATABASE_URL);
    expect(readConfig({ ...shared, KEYS: `a:${newSecret()}` }).databaseUrl).toBe(shared.DATABASE_URL);
  });

  test('the address behind a pooler needs the address of the pooler', () => {
    expect(problemWith({ DATABASE_DIRECT_URL: 'postgres://db/encore' })).toMatch(/^DATABASE_URL: is needed/);
  });

  test('mail needs a server unless the outbox is requested explicitly', () => {
    expect(problemWith({ NODE_ENV: 'production' })).toMatch(/^SMTP_URL: is needed/);
    expect(
      readConfig({ ...production, SMTP_URL: '', MAIL_TRANSPORT: 'outbox' }).mail.smtpUrl,
    ).toBeUndefined();
    expect(readConfig(production).mail.smtpUrl).toBe('smtps://mail.encore.test');
  });

  test('elsewhere MAIL_TRANSPORT=smtp needs a server too', () => {
    expect(problemWith({ MAIL_TRANSPORT: 'smtp' })).toMatch(/^SMTP_URL: is needed/);
  });
});

describe('card payments', () => {
  const testKeys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const live = { ...testKeys, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };

  test('use the bundled sandbox if there are no keys', () => {
    expect(readConfig({}).payments).toMatchObject({ kind: 'sandbox', port: 0 });
    expect(readConfig({ SANDBOX_PORT: '5555' }).payments).toMatchObject({ port: 5555 });
  });

  test('use the provider if there are keys', () => {
    expect(readConfig(testKeys).payments).toMatchObject({ kind: 'stripe', isLive: false });
    expect(readConfig(live).payments).toMatchObject({ kind: 'stripe', isLive: true });
    const both = { ...testKeys, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' };
    expect(readConfig(both).payments).toMatchObject({ webhookSecrets: ['whsec_1', 'whsec_2'] });
  });

  test('need all three keys', () => {
    for (const name of Object.keys(testKeys)) {
      expect(problemWith({ ...testKeys, [name]: '' })).toMatch(new RegExp(`^${name}: is needed`));
    }
  });

  test('refuse keys of two modes', () => {
    const mixed = { ...testKeys, STRIPE_SECRET_KEY: 'sk_live_1' };
    expect(problemWith(mixed)).toMatch(/^STRIPE_PUBLISHABLE_KEY: is of another mode/);
  });

  test('refuse another host for a live key', () => {
    const base = { STRIPE_API_BASE: 'http://127.0.0.1:4010' };
    expect(problemWith({ ...live, ...base })).toMatch(/^STRIPE_API_BASE: /);
    expect(readConfig({ ...testKeys, ...base }).payments).toMatchObject({ apiBase: base.STRIPE_API_BASE });
  });

  test('in production refuse the sandbox unless it is requested explicitly', () => {
    const production = { NODE_ENV: 'production', MAIL_TRANSPORT: 'outbox' };
    expect(problemWith(production)).toMatch(/^STRIPE_SECRET_KEY: is needed/);
    expect(readConfig({ ...production, PAYMENTS: 'sandbox' }).payments.kind).toBe('sandbox');
    expect(problemWith({ ...testKeys, PAYMENTS: 'sandbox' })).toMatch(/^PAYMENTS: /);
  });

  test('never print a key', () => {
    expect(problemWith({ ...testKeys, STRIPE_SECRET_KEY: 'hunter2' })).not.toContain('hunter2');
  });
});
