/** What was sent with one address, and with all addresses of the purchase that were not counted. */
export type Meter = {
  isCounted: boolean;
  sentBytes: number;
  uncountedBytes: number;
  downloadsUsed: number;
};

export type ZipSizes = { photoBytes: number; zipBytes: number };

export type Charge = { bytes: number; after: Meter };

/** A resumed download sends some bytes twice, but never this many times the zip; a shared address would. */
const MOST_TIMES = 5;
const SLACK_BYTES = 64 * 1024;

/**
 * Decides how many of the wanted bytes may be sent now. All addresses of a purchase together may send less than one
 * album of photos for nothing, which covers downloads that break off. The address that would send more is counted, once
 * and for good, and what it sends is paid for. So the photos leave at most once more than downloads are counted, whatever
 * is left off, cut in parts or spread over addresses.
 */
export function chargeBytes(
  meter: Meter,
  wanted: number,
  { photoBytes, zipBytes }: ZipSizes,
  limit: number,
): Charge | 'used_up' | 'worn_out' {
  const { isCounted, sentBytes, uncountedBytes, downloadsUsed } = meter;
  const bytes = Math.min(wanted, zipBytes * MOST_TIMES + SLACK_BYTES - sentBytes);
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
