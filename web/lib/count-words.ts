const whole = new Intl.NumberFormat('en-US');

export const formatCount = (count: number) => whole.format(count);

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
