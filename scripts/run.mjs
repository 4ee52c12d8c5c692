import { spawn } from 'node:child_process';
import { ensureInstalled, forwardSignals, nodePath, root, siteEnvironment } from './prepare.mjs';

/** Programs outside the site use packages that are installed for tests. */
const [program = '', ...rest] = process.argv.slice(2);
ensureInstalled({ forTests: /^proofs\/|database-types/.test(program) });
const child = spawn(nodePath(), [program, ...rest], { cwd: root, stdio: 'inherit', env: siteEnvironment() });
forwardSignals((signal) => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
