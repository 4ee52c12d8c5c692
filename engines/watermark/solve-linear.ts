/** Solves a symmetric positive system of equations; undefined if it has no single solution. */
export function solveLinear(matrix: Float64Array, right: Float64Array): Float64Array | undefined {
  const n = right.length;
  const a = Float64Array.from(matrix);
  const x = Float64Array.from(right);
  const at = (row: number, column: number) => a[row * n + column] as number;
  // A little more on the diagonal keeps parameters that the picture does not determine near zero.
  for (let p = 0; p < n; p += 1) a[p * n + p] = at(p, p) * (1 + 1e-6);
  for (let p = 0; p < n; p += 1) {
    if (!(Math.abs(at(p, p)) > 1e-9)) return undefined;
    for (let row = p + 1; row < n; row += 1) {
      const factor = at(row, p) / at(p, p);
      for (let column = p; column < n; column += 1)
        a[row * n + column] = at(row, column) - factor * at(p, column);
      x[row] = (x[row] as number) - factor * (x[p] as number);
    }
  }
  for (let p = n - 1; p >= 0; p -= 1) {
    let value = x[p] as number;
    for (let column = p + 1; column < n; column += 1) value -= at(p, column) * (x[column] as number);
    x[p] = value / at(p, p);
  }
  return x;
}
