// Every row fills the width, every photo keeps its shape, and row heights stay close to the target (least
// squares).

export type RowOptions = { width: number; gap: number; targetHeight: number };
export type Row = { start: number; end: number; height: number; isFilled: boolean };

const TALLEST = 1.6;
const SHORTEST = 0.5;
const UNFILLED_COST = 0.4;

type Candidate = { height: number; cost: number; isFilled: boolean };

function measureRow(ratioSum: number, count: number, isLast: boolean, options: RowOptions): Candidate {
  const { width, gap, targetHeight } = options;
  const height = Math.max(1, width - gap * (count - 1)) / ratioSum;
  const stretch = height / targetHeight;
  // Only the last row may stay short of the edge.
  if (isLast && stretch > TALLEST) return { height: targetHeight, cost: UNFILLED_COST, isFilled: false };
  // Half as tall costs as much as twice as tall.
  const cost = (Math.max(stretch, 1 / stretch) - 1) ** 2;
  return { height, cost: cost + (stretch > TALLEST ? stretch : 0), isFilled: true };
}

const UNKNOWN_RATIO = 1.5;

export const ratioOf = ({ width, height }: { width: number; height: number }) =>
  width > 0 && height > 0 ? width / height : UNKNOWN_RATIO;

/** Ratios are width divided by height. */
export function justifyRows(ratios: readonly number[], options: RowOptions): Row[] {
  const best: { cost: number; from: number; row?: Candidate }[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= ratios.length; end += 1) {
    best[end] = { cost: Number.POSITIVE_INFINITY, from: end - 1 };
    let ratioSum = 0;
    for (let start = end - 1; start >= 0; start -= 1) {
      ratioSum += ratios[start] ?? 1;
      const row = measureRow(ratioSum, end - start, end === ratios.length, options);
      const cost = (best[start]?.cost ?? 0) + row.cost;
      if (cost < (best[end]?.cost ?? 0)) best[end] = { cost, from: start, row };
      if (row.height < options.targetHeight * SHORTEST) break;
    }
  }
  const rows: Row[] = [];
  for (let end = ratios.length; end > 0; ) {
    const { from, row } = best[end] ?? { from: end - 1 };
    if (row) rows.unshift({ start: from, end, height: row.height, isFilled: row.isFilled });
    end = from;
  }
  return rows;
}
