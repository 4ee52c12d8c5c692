import { sql } from 'kysely';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { chargeRight, lockActiveRight } from '#server/modules/orders/purchases.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { ZipPlan } from './plan-zip.ts';
import type { AddressRow } from './zip-address.ts';

export type ZipMeter = ReturnType<typeof openMeter>;

/** A purchase is charged this often per download at most, so that a fast download waits for few of them. */
const STEPS = 20;
const MIN_STEP_BYTES = 256 * 1024;
const MAX_STEP_BYTES = 64 * 1024 * 1024;

export function openMeter(
  context: Context,
  { originals, layout }: ZipPlan,
  address: AddressRow,
  rangeBytes: number,
) {
  const photoBytes = Math.max(
    1,
    originals.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  const sizes = { photoBytes, zipBytes: layout.sizeBytes };
  const stepBytes = Math.min(MAX_STEP_BYTES, Math.max(MIN_STEP_BYTES, Math.ceil(photoBytes / STEPS)));
  let charged = 0;
  let taken = 0;

  return {
    /** Charges for the first `bytes` of the range, in steps. Throws if they may not be sent. */
    async take(bytes: number) {
      taken = bytes;
      while (charged < bytes) {
        const wanted = Math.min(rangeBytes - charged, Math.max(stepBytes, bytes - charged));
        charged += await inTransaction(context, async (tx) => {
          const meter = await readMeter(tx, address);
          const { download_limit: limit } = await getSettings(tx);
          const charge = meter && chargeBytes(meter, wanted, sizes, limit);
          if (charge === 'used_up') throw new AppError('downloads_used_up');
          if (!charge || charge === 'worn_out') throw new AppError('download_link_expired');
          await writeMeter(tx, address, charge.after);
          return charge.bytes;
        });
      }
    },
    /** Gives back what was charged and never asked for. */
    async close() {
      const unsent = charged - taken;
      charged = taken;
      if (unsent === 0) return;
      await inTransaction(context, async (tx) => {
        const meter = await readMeter(tx, address);
        if (meter) await writeMeter(tx, address, giveBytesBack(meter, unsent));
      });
    },
  };
}

/** Locks the purchase. Returns undefined if the album is no longer the customer's. */
async function readMeter({ db }: Tx, { id, entitlementId, albumId }: AddressRow): Promise<Meter | undefined> {
  const right = await lockActiveRight(db, entitlementId);
  if (right?.albumId !== albumId) return undefined;
  const address = await db
    .selectFrom('zipAddresses')
    .select(['sentBytes', 'countedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!address) return undefined;
  const { downloadsUsed, uncountedBytes } = right;
  return {
    downloadsUsed,
    uncountedBytes,
    sentBytes: address.sentBytes,
    isCounted: address.countedAt !== null,
  };
}

async function writeMeter({ db, clock }: Tx, { id, entitlementId }: AddressRow, meter: Meter): Promise<void> {
  const now = clock.now();
  await chargeRight(db, entitlementId, { ...meter, now });
  const { sentBytes, isCounted } = meter;
  await db
    .updateTable('zipAddresses')
    .set({ sentBytes, ...(isCounted && { countedAt: sql`coalesce(counted_at, ${now})` }) })
    .where('id', '=', id)
    .execute();
}

/** Bytes sent by one address, and by all addresses of the purchase that were not counted. */
export type Meter = {
  isCounted: boolean;
  sentBytes: number;
  uncountedBytes: number;
  downloadsUsed: number;
};

type ZipSizes = { photoBytes: number; zipBytes: number };

export type Charge = { bytes: number; after: Meter };

/** A resumed download sends some bytes twice, but never this many times the zip; a shared address would. */
const MAX_TIMES = 5;
const SLACK_BYTES = 64 * 1024;

/**
 * Decides how many of the wanted bytes may be sent now. Together, all addresses of a purchase may send less than one
 * album of photos uncounted, which covers interrupted downloads. The address that would exceed this is counted once,
 * and sends the rest freely. So the photos are sent at most once more than downloads are counted, even if a client slices them
 * or uses many addresses.
 */
export function chargeBytes(
  meter: Meter,
  wanted: number,
  { photoBytes, zipBytes }: ZipSizes,
  limit: number,
): Charge | 'used_up' | 'worn_out' {
  const { isCounted, sentBytes, uncountedBytes, downloadsUsed } = meter;
  const bytes = Math.min(wanted, zipBytes * MAX_TIMES + SLACK_BYTES - sentBytes);
  if (bytes <= 0) return 'worn_out';
  const send = (some: number, change: Partial<Meter>): Charge => ({
    bytes: some,
    after: { ...meter, ...change, sentBytes: sentBytes + some },
  });
  if (isCounted) return send(bytes, {});
  const freeBytes = Math.min(bytes, photoBytes - 1 - uncountedBytes);
  if (freeBytes > 0) return send(freeBytes, { uncountedBytes: uncountedBytes + freeBytes });
  if (downloadsUsed >= limit) return 'used_up';
  return send(bytes, {
    isCounted: true,
    downloadsUsed: downloadsUsed + 1,
    uncountedBytes: Math.max(0, uncountedBytes - sentBytes),
  });
}

/** Takes back what was charged for bytes that never left. */
export function giveBytesBack(meter: Meter, bytes: number): Meter {
  return {
    ...meter,
    sentBytes: Math.max(0, meter.sentBytes - bytes),
    uncountedBytes: meter.isCounted ? meter.uncountedBytes : Math.max(0, meter.uncountedBytes - bytes),
  };
}
