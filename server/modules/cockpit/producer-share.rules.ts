// A producer is owed their part of an event's net sales: of the event's whole sum, not team by team, so that only one
// rounding happens. Half a cent counts as one. More given back than sold is the shop's loss, never the producer's debt.

export function producerShareCents(netCents: number, rateBasisPoints: number): number {
  if (netCents <= 0) return 0;
  return Math.floor((netCents * rateBasisPoints + 5_000) / 10_000);
}
