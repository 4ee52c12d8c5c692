import { setTimeout as sleep } from 'node:timers/promises';
import { describeLanes, type NextDeed, STILL_WORKING } from './deeds.ts';
import type { Ground } from './prepare.ts';
import { type DriveRecord, newRecord } from './record.ts';

const PAUSE_MS = 100;
const RETRY_MS = 250;
/** A deed that was not acknowledged after this time is given up; it may or may not have happened. */
const GIVE_UP_MS = 90_000;

export type Drive = { record: DriveRecord; stop(): Promise<void> };

/** Keeps people busy with the shop until it is stopped. */
export function startDrive(site: string, ground: Ground): Drive {
  const record = newRecord();
  let isStopping = false;
  const isDriving = () => !isStopping;
  const lanes = describeLanes(site, ground).map((next) => runLane(next, record, isDriving));
  return {
    record,
    async stop() {
      isStopping = true;
      await Promise.all(lanes);
    },
  };
}

async function runLane(next: NextDeed, record: DriveRecord, isDriving: () => boolean): Promise<void> {
  while (isDriving()) {
    const found = await next();
    if (!found) return;
    const { deed, attempt } = found;
    record.deeds.push(deed);
    for (const deadline = Date.now() + GIVE_UP_MS; Date.now() < deadline; ) {
      deed.tries += 1;
      record.calls += 1;
      const at = Date.now();
      const reason = await attempt().catch((error: Error) => `no answer: ${error.message}`);
      if (reason === undefined) {
        deed.isAcknowledged = true;
        break;
      }
      if (reason !== STILL_WORKING) record.failures.push({ at, kind: deed.kind, reason });
      await sleep(RETRY_MS);
    }
    await sleep(PAUSE_MS);
  }
}
