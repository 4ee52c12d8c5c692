// A producer earns a share of an event's net sales. It is rounded half up once, on the event's total, and is never
// negative: the shop bears the loss when refunds exceed sales.

export function producerShareCents(netCents: number, rateBasisPoints: number): number {
  if (netCents <= 0) return 0;
  return Math.floor((netCents * rateBasisPoints + 5_000) / 10_000);
}
