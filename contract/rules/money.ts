// Money is whole cents; it becomes text only here.

export function formatCents(amountCents: number, prefix = '$'): string {
  const sign = amountCents < 0 ? '-' : '';
  const absolute = Math.abs(amountCents);
  const dollars = Math.floor(absolute / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = (absolute % 100).toString().padStart(2, '0');
  return `${sign}${prefix}${dollars}.${rest}`;
}
