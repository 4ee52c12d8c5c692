// Builds the web app and makes the demo data of the browser journeys in E2E_DATA_DIR.
import { ensureBuilt, environment, run } from './prepare.mjs';

await ensureBuilt();
const { status } = run(['e2e/seed-stages.ts'], { env: environment() });
process.exit(status ?? 1);
