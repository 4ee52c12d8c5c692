import { join } from 'node:path';

/** Each Playwright worker has its own server with its own demo data, so journeys run side by side. */
export const TEST_SERVERS = Number(process.env.E2E_STAGES ?? 2);

const CURRENT = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/** The configuration of Playwright finds free ports. */
export const portOf = (server = CURRENT) => Number(process.env.E2E_PORTS?.split(',')[server] ?? 0);
export const addressOf = (server = CURRENT) => `http://127.0.0.1:${portOf(server)}`;
export const dataDirOf = (server = CURRENT) => join(process.env.E2E_DATA_DIR as string, String(server));
/** Settings of a server's server. */
export const testServerEnvironment = (server: number) => ({
  PORT: String(portOf(server)),
  DATA_DIR: dataDirOf(server),
  LOG_LEVEL: 'warn',
  PUBLIC_URL: addressOf(server),
  FACE_THREADS: '1',
  SEED: 'demo-small',
});
