import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseCluster } from './parts/database.ts';
import { cutCable, emptyDisk, fillDisk, mendCable } from './parts/machine.ts';
import type { Shop } from './parts/shop.ts';

export type Cluster = {
  database: DatabaseCluster;
  shop: Shop;
  /** The checkout that a rolling deploy installs. */
  nextCode: string;
};

export type Fault = {
  name: string;
  /** The most seconds in which calls may fail. */
  goal: number;
  /** Breaks something and, where it does not mend itself, mends it after a while. */
  happen(cluster: Cluster): Promise<void>;
};

const OUTAGE_MS = 15_000;

/** Every fault is followed by a repair and a quiet time. */
export const FAULTS: Fault[] = [
  {
    name: 'Primary database killed',
    goal: 10,
    async happen({ database }) {
      const primary = await database.findPrimary();
      primary.part.kill('SIGKILL');
      primary.killServer();
      await sleep(OUTAGE_MS);
    },
  },
  {
    name: 'Primary database cut off the network',
    goal: 10,
    async happen({ database }) {
      const primary = await database.findPrimary();
      cutCable(primary);
      await sleep(OUTAGE_MS * 2);
      mendCable(primary);
    },
  },
  {
    name: "Primary database's disk full for 15 s (what writes waits)",
    goal: 20,
    async happen({ database }) {
      const primary = await database.findPrimary();
      fillDisk(primary.disk);
      await sleep(OUTAGE_MS);
      emptyDisk(primary.disk);
    },
  },
  {
    name: 'API process killed',
    goal: 2,
    async happen({ shop }) {
      processNamed(shop, 'api1').part.kill('SIGKILL');
      await sleep(5_000);
    },
  },
  {
    name: 'Worker killed',
    goal: 0,
    async happen({ shop }) {
      processNamed(shop, 'worker1').part.kill('SIGKILL');
      await sleep(5_000);
    },
  },
  {
    name: 'Storage killed for 15 s (uploads and pictures wait)',
    goal: 20,
    async happen({ shop }) {
      shop.storage.kill();
      await sleep(OUTAGE_MS);
      shop.storage.start();
    },
  },
  {
    name: "Storage's disk full for 15 s (uploads wait)",
    goal: 20,
    async happen({ shop }) {
      fillDisk(shop.storageDisk);
      await sleep(OUTAGE_MS);
      emptyDisk(shop.storageDisk);
      // The server of this rehearsal ends when its disk is full.
      if (!shop.storage.isRunning) shop.storage.start();
    },
  },
  {
    name: 'Clock of one API 90 s ahead, then 90 s behind',
    goal: 0,
    async happen({ shop }) {
      const { clockFile } = processNamed(shop, 'api2');
      for (const offset of ['+90', '-90', '+0']) {
        writeFileSync(clockFile, offset);
        await sleep(8_000);
      }
    },
  },
  {
    name: 'Rolling deploy of the next version',
    goal: 0,
    async happen({ shop, nextCode }) {
      for (const process of shop.processes) await shop.replace(process, nextCode);
    },
  },
];

function processNamed(shop: Shop, name: string) {
  const found = shop.processes.find((process) => process.name === name);
  if (!found) throw new Error(`there is no process ${name}`);
  return found;
}
