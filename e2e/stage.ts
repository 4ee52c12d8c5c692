import { join } from 'node:path';

/** Each Playwright worker has its own server with its own demo data, so journeys run side by side. */
export const STAGES = Number(process.env.E2E_STAGES ?? 2);

const CURRENT = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/** The configuration of Playwright finds free ports. */
export const portOf = (stage = CURRENT) => Number(process.env.E2E_PORTS?.split(',')[stage] ?? 0);
export const addressOf = (stage = CURRENT) => `http://127.0.0.1:${portOf(stage)}`;
export const dataDirOf = (stage = CURRENT) => join(process.env.E2E_DATA_DIR as string, String(stage));
/** Settings of a stage's server. */
export const stageEnvironment = (stage: number) => ({
  PORT: String(portOf(stage)),
  DATA_DIR: dataDirOf(stage),
  LOG_LEVEL: 'warn',
  PUBLIC_URL: addressOf(stage),
  FACE_THREADS: '1',
  SEED: 'demo-small',
});
