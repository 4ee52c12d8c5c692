import { spawn } from 'node:child_process';
import { ensureInstalled, nodePath, passOnSignals, root, siteEnvironment } from './prepare.mjs';

/** Programs outside the site use packages that are installed for tests. */
const [program = '', ...rest] = process.argv.slice(2);
ensureInstalled({ forTests: /^proofs\/|database-types/.test(program) });
const child = spawn(nodePath(), [program, ...rest], { cwd: root, stdio: 'inherit', env: siteEnvironment() });
passOnSignals((signal) => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
