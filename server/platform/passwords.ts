import { hash, verify } from '@node-rs/argon2';

const COSTS = {
  real: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  cheap: { memoryCost: 8, timeCost: 1, parallelism: 1 },
};
let cost = COSTS.real;

/** For tests, which register thousands of people. */
export function setHashCost(name: keyof typeof COSTS): void {
  cost = COSTS[name];
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let decoyHash: Promise<string> | undefined;

/** Takes as long as a real check, so that timing does not reveal whether an account exists. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoyHash ??= hashPassword('decoy for unknown accounts');
  const matches = await verify(passwordHash ?? (await decoyHash), password);
  return matches && typeof passwordHash === 'string';
}
