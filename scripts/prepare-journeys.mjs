// Builds the web app, checks how large its first visits are, and makes the demo data of the browser journeys in E2E_DATA_DIR.
import { checkFirstVisits } from './first-visits.mjs';
import { ensureBuilt, environment, fail, root, run } from './prepare.mjs';

await ensureBuilt();
const tooLarge = checkFirstVisits(root);
if (tooLarge.length > 0) fail(`The first visit grew (scripts/first-visits.mjs):\n${tooLarge.join('\n')}`);
const { status } = run(['e2e/seed-test-servers.ts'], { env: environment() });
process.exit(status ?? 1);
