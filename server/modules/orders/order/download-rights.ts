import type { Db } from '#server/platform/database.ts';
import {
  addDownload,
  clearDownloads,
  findRight,
  type LockedRightRow,
  listRights,
  lockRights,
  type RightRow,
} from './download-rights.queries.ts';

/** What somebody has bought, as something to download. Suspended ones are seen and open nothing. */
export type DownloadRight = RightRow;

export function listDownloadRights(db: Db, userId: number): Promise<DownloadRight[]> {
  return listRights(db, userId);
}

export function findDownloadRight(db: Db, entitlementId: number): Promise<DownloadRight | undefined> {
  return findRight(db, entitlementId);
}

/** Exact, however many finish at once. False when nothing is left, or the right is gone. */
export function countDownload(db: Db, entitlementId: number, limit: number): Promise<boolean> {
  return addDownload(db, entitlementId, limit);
}

export type LockedRight = LockedRightRow;

/** Rights of somebody to whole albums: a download that ends at this moment waits, or was counted before. */
export function lockDownloadRights(db: Db, userId: number, entitlementIds: number[]): Promise<LockedRight[]> {
  return lockRights(db, userId, entitlementIds);
}

export function giveDownloadsBack(db: Db, entitlementIds: number[]): Promise<void> {
  return clearDownloads(db, entitlementIds);
}
