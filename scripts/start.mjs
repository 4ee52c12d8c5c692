import { ensureBuilt, ensureInstalled } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
process.argv.splice(2, Infinity, 'server/api.ts');
await import('./run.mjs');
