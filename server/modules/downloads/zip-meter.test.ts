import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargeBytes, giveBytesBack, type Meter } from './zip-meter.ts';

const SIZES = { photoBytes: 1_000, zipBytes: 1_200 };
const LIMIT = 15;

/** Simulates one purchase: addresses have numbers, and every byte that the rule allows is sent. */
function buildPurchase(limit = LIMIT) {
  const addresses = new Map<number, { isCounted: boolean; sentBytes: number }>();
  const shared = { uncountedBytes: 0, downloadsUsed: 0 };
  const meterOf = (address: number): Meter => ({
    ...(addresses.get(address) ?? { isCounted: false, sentBytes: 0 }),
    ...shared,
  });
  const keep = (address: number, { isCounted, sentBytes, ...rest }: Meter) => {
    addresses.set(address, { isCounted, sentBytes });
    Object.assign(shared, rest);
  };
  return {
    shared,
    addresses,
    /** Returns how many of the bytes were sent. */
    send(address: number, bytes: number): number {
      let sent = 0;
      while (sent < bytes) {
        const charge = chargeBytes(meterOf(address), bytes - sent, SIZES, limit);
        if (typeof charge === 'string') return sent;
        keep(address, charge.after);
        sent += charge.bytes;
      }
      return sent;
    },
    giveBack: (address: number, bytes: number) => keep(address, giveBytesBack(meterOf(address), bytes)),
  };
}

describe('a download is counted', () => {
  test('when the last byte of the photos leaves, once per address', () => {
    const { send, shared } = buildPurchase();
    expect(send(1, 999)).toBe(999);
    expect(shared.downloadsUsed).toBe(0);
    expect(send(1, 201)).toBe(201);
    expect(shared).toEqual({ downloadsUsed: 1, uncountedBytes: 0 });
    expect(send(1, 1_200)).toBe(1_200);
    expect(shared.downloadsUsed).toBe(1);
    expect(send(2, 1_200)).toBe(1_200);
    expect(shared.downloadsUsed).toBe(2);
  });

  test('not for one that breaks off, and once for the one that starts over', () => {
    const { send, shared } = buildPurchase();
    send(1, 600);
    expect(shared.downloadsUsed).toBe(0);
    send(2, 1_200);
    expect(shared.downloadsUsed).toBe(1);
    send(3, 1_200);
    expect(shared.downloadsUsed).toBe(2);
  });

  test('at its start once an album of photos has left in downloads that broke off', () => {
    const { send, shared } = buildPurchase();
    for (let address = 1; address <= 9; address += 1) send(address, 111);
    expect(shared).toEqual({ downloadsUsed: 0, uncountedBytes: 999 });
    send(10, 1);
    expect(shared.downloadsUsed).toBe(1);
    send(11, 1);
    expect(shared.downloadsUsed).toBe(2);
    send(11, 1_199);
    expect(shared).toEqual({ downloadsUsed: 2, uncountedBytes: 999 });
  });

  test('not for bytes that were charged and never left', () => {
    const { send, giveBack, shared } = buildPurchase();
    for (let address = 1; address <= 20; address += 1) {
      send(address, 500);
      giveBack(address, 480);
    }
    expect(shared).toEqual({ downloadsUsed: 0, uncountedBytes: 400 });
  });
});

test('an address is worn out when it has sent several times the zip', () => {
  const { send } = buildPurchase();
  expect(send(1, 10_000_000)).toBe(5 * 1_200 + 64 * 1024);
  expect(send(1, 1)).toBe(0);
});

test('whatever the parts and addresses, photos leave at most once more than downloads are counted', () => {
  const sending = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1_200 }));
  fc.assert(
    fc.property(fc.array(sending, { maxLength: 400 }), fc.integer({ min: 0, max: 15 }), (sendings, limit) => {
      const { send, shared, addresses } = buildPurchase(limit);
      for (const [address, bytes] of sendings) {
        send(address, bytes);
        expect(shared.downloadsUsed).toBeLessThanOrEqual(limit);
      }
      const all = [...addresses.values()];
      expect(shared.downloadsUsed).toBe(all.filter(({ isCounted }) => isCounted).length);
      const unpaid = all.filter(({ isCounted }) => !isCounted);
      expect(unpaid.reduce((sum, { sentBytes }) => sum + sentBytes, 0)).toBe(shared.uncountedBytes);
      expect(shared.uncountedBytes).toBeLessThan(SIZES.photoBytes);
    }),
    { numRuns: 200 },
  );
});
