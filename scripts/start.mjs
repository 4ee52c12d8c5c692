// npm start: installs and builds what is missing, then hands over to the server on Node 24.
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
process.argv.splice(2, Infinity, 'server/api.ts');
await import('./run.mjs');
