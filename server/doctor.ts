import { join } from 'node:path';
import { type Config, readConfig } from './platform/config/config.ts';
import { ConfigError } from './platform/config/environment.ts';
import { findRunningUrl } from './platform/database/embedded-postgres.ts';
import { readSchema } from './platform/database/migrate.ts';
import { checkCards } from './platform/operations/doctor/check-cards.ts';
import { checkDatabase } from './platform/operations/doctor/check-database.ts';
import { checkMail } from './platform/operations/doctor/check-mail.ts';
import { checkPublicUrl } from './platform/operations/doctor/check-public-url.ts';
import { checkStorage } from './platform/operations/doctor/check-storage.ts';
import {
  type Check,
  type Finding,
  failed,
  ok,
  runChecks,
  warning,
} from './platform/operations/doctor/finding.ts';
import { WEBHOOK_EVENTS } from './platform/payments/webhook-events.ts';

/** Tries everything that a site with these variables needs, and changes nothing that lasts. */
export async function examineSite(
  environment: Record<string, string | undefined>,
  options: { mailTo?: string | undefined } = {},
): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [failed('configuration', error.message)];
  }
  const names = readSchema().map(({ name }) => name);
  const databaseUrl = config.databaseUrl ?? (await findRunningUrl(join(config.dataDir, 'postgres')));
  return runChecks([
    checkSecrets(config),
    ...(databaseUrl ? checkDatabase(config, databaseUrl, names) : [embeddedDatabase(config)]),
    ...checkStorage(config),
    ...checkMail(config, options.mailTo),
    ...checkCards(config, WEBHOOK_EVENTS),
    ...checkPublicUrl(config),
  ]);
}

function checkSecrets(config: Config): Check {
  const name = 'keys';
  const judge = () => {
    if (config.keys.length > 0) return ok(name, `${config.keys.length} in KEYS; ${config.keys[0]?.id} signs`);
    const line = config.jwtSecret
      ? 'JWT_SECRET is the only key: put a new one into KEYS'
      : 'the keys are files in DATA_DIR';
    return config.production && config.jwtSecret ? warning(name, line) : ok(name, line);
  };
  return { name, run: async () => [judge()] };
}

function embeddedDatabase({ production }: Config): Check {
  const line = 'the embedded database starts with the site; DATABASE_URL names another';
  return {
    name: 'database',
    run: async () => [ok('database', production ? `${line} for several machines` : line)],
  };
}
