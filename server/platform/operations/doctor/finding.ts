export type Finding = { check: string; state: 'ok' | 'warning' | 'failed'; line: string };

/** One check finds one thing per line; what it throws counts as failed. */
export type Check = { name: string; run(): Promise<Finding[]> };

export const ok = (check: string, line: string): Finding => ({ check, state: 'ok', line });
export const warning = (check: string, line: string): Finding => ({ check, state: 'warning', line });
export const failed = (check: string, line: string): Finding => ({ check, state: 'failed', line });

export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run } of checks) {
    findings.push(...(await run().catch((error: unknown) => [failed(name, messageOf(error))])));
  }
  return findings;
}

/** An attempt at several addresses has an empty message, and the reason of a failed fetch is in its cause. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return messageOf(error.cause);
  return (error.message || error.name).split('\n')[0] ?? '';
}

const WARN_SECONDS = 5;
/** Signatures of webhooks are refused from this difference on. */
const FAIL_SECONDS = 300;

export function judgeClock(check: string, other: string, differenceSeconds: number): Finding {
  const seconds = Math.abs(differenceSeconds);
  const said = `this machine's clock differs by ${seconds.toFixed(1)} s from ${other}`;
  if (seconds >= FAIL_SECONDS) return failed(check, `${said}, so webhooks would be refused: set up NTP`);
  if (seconds >= WARN_SECONDS) return warning(check, `${said}: set up NTP`);
  return ok(check, said);
}
