/** The server writes .120 seconds as .12. With the Z at the end, .12Z would be sorted after .125Z. */
const withoutZone = (moment: string) => (moment.endsWith('Z') ? moment.slice(0, -1) : moment);

/** Compares dates or moments as text. The browser's own comparison of words takes long to load. */
export function compareIso(a: string, b: string): number {
  const [one, other] = [withoutZone(a), withoutZone(b)];
  return Number(one > other) - Number(one < other);
}
