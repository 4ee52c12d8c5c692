import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { chargeRight, lockActiveRight } from '#server/modules/orders/purchases.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import type { ZipPlan } from './plan-zip.ts';
import { type AddressRow, findMeter, saveMeter } from './zip-addresses.queries.ts';
import { chargeBytes, giveBytesBack, type Meter } from './zip-count.rules.ts';

export type ZipMeter = {
  /** Charges for the first `bytes` of the range, in steps. Throws if they may not be sent. */
  take(bytes: number): Promise<void>;
  /** Gives back what was charged and never asked for. */
  close(): Promise<void>;
};

/** A purchase is charged this often per download at most, so that a fast download waits for few of them. */
const STEPS = 20;
const LEAST_STEP_BYTES = 256 * 1024;
const MOST_STEP_BYTES = 64 * 1024 * 1024;

export function openMeter(
  context: Context,
  { originals, layout }: ZipPlan,
  address: AddressRow,
  rangeBytes: number,
): ZipMeter {
  const photoBytes = Math.max(
    1,
    originals.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  const sizes = { photoBytes, zipBytes: layout.sizeBytes };
  const stepBytes = Math.min(MOST_STEP_BYTES, Math.max(LEAST_STEP_BYTES, Math.ceil(photoBytes / STEPS)));
  let charged = 0;
  let taken = 0;

  return {
    async take(bytes) {
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

/** Returns undefined if the album is no longer the customer's. */
async function readMeter({ db }: Tx, { id, entitlementId, albumId }: AddressRow): Promise<Meter | undefined> {
  const right = await lockActiveRight(db, entitlementId);
  const address = right?.albumId === albumId ? await findMeter(db, id) : undefined;
  if (!right || !address) return undefined;
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
  await saveMeter(db, id, { sentBytes: meter.sentBytes, isCounted: meter.isCounted, now });
}
