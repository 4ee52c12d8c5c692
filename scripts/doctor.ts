import { parseArgs } from 'node:util';
import { email } from '#contract/primitives.ts';
import { examineSite } from '#server/doctor.ts';

const USAGE = 'usage: npm run doctor -- [--json] [--mail-to ADDRESS]';
const SIGNS = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const;
const NAME_WIDTH = 16;

const { values } = parseArgs({ options: { json: { type: 'boolean' }, 'mail-to': { type: 'string' } } });
const mailTo = email.optional().safeParse(values['mail-to']);
if (!mailTo.success) {
  console.error(USAGE);
  process.exit(2);
}

const findings = await examineSite(process.env, { mailTo: mailTo.data });
if (values.json) console.log(JSON.stringify(findings, undefined, 2));
else
  for (const { check, state, line } of findings)
    console.log(`${SIGNS[state]}  ${check.padEnd(NAME_WIDTH)}${line}`);
process.exit(findings.some(({ state }) => state === 'failed') ? 1 : 0);
