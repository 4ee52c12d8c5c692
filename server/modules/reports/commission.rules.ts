/** A negative commission is owed back. */
export function commissionCents(netCents: number, rateBasisPoints: number): number {
  const commission = Math.round((Math.abs(netCents) * rateBasisPoints) / 10_000);
  return netCents < 0 ? 0 - commission : commission;
}
