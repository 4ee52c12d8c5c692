import { execFileSync } from 'node:child_process';
import { onEnd } from '../clean-up.ts';

/** The addresses of the machines that the cluster pretends to have. */
export const ROUTER = '10.77.0.1';
const BRIDGE = 'encore-chaos';

export type Machine = { name: string; address: string };

const cableOf = ({ name }: Machine) => `chaos-${name}`;

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: 'pipe' });
}

/** Each machine is a network namespace with one cable to a bridge; this process has the address of the router. */
export function layCables(machines: Machine[]): void {
  removeCables(machines);
  onEnd(() => removeCables(machines));
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('addr', 'add', `${ROUTER}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  for (const machine of machines) {
    const { name, address } = machine;
    ip('netns', 'add', name);
    ip('link', 'add', cableOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', cableOf(machine), 'master', BRIDGE, 'up');
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
}

export function cutCable(machine: Machine): void {
  ip('link', 'set', cableOf(machine), 'down');
}

export function mendCable(machine: Machine): void {
  ip('link', 'set', cableOf(machine), 'up');
}

function removeCables(machines: Machine[]): void {
  for (const { name } of machines) tryTo(() => ip('netns', 'del', name));
  tryTo(() => ip('link', 'del', BRIDGE));
}

function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // It was not there.
  }
}

/** Runs a command on the machine as the given user. */
export function onMachine({ name }: Machine, user: string, command: string[]): string[] {
  const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  return ['ip', 'netns', 'exec', name, ...asUser, ...command];
}
