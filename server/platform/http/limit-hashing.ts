import { busy } from './errors.ts';
import { subnetOf } from './network-of.ts';

/** Enough for an arena where everybody logs in at the same moment: they wait for a second or two. */
const MAX_CALLS = 40;

const callsOf = new Map<string, number>();

/** Refuses calls of a network that already has many in progress, before anything is looked up or counted for them. */
export async function limitHashing<T>(ip: string, call: () => Promise<T>): Promise<T> {
  const subnet = subnetOf(ip);
  const calls = callsOf.get(subnet) ?? 0;
  if (calls >= MAX_CALLS) throw busy();
  callsOf.set(subnet, calls + 1);
  try {
    return await call();
  } finally {
    const left = (callsOf.get(subnet) ?? 1) - 1;
    if (left > 0) callsOf.set(subnet, left);
    else callsOf.delete(subnet);
  }
}
