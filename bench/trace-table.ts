export type Row = {
  what: string;
  isRegistered: boolean;
  /** With how many groups of viewers the reading was compared. */
  groups: number;
  guilty: number;
  named: number;
  wrong: number;
  scores: number[];
  innocentMost: number;
  ms: number;
};

/** Prints one line for each thing that was done to the copies. */
export function printTable(rows: Row[], viewers: number): void {
  console.log(
    `${rows.length} leaks read, and each reading compared with ${viewers} viewers at a time, ${sum(rows.map((row) => row.groups))} times in all; a chance of error below 0.000001 names a viewer\n`,
  );
  console.log(
    '| what was done | registered | named | score median | score least | innocent score most | wrongly named | ms of a processor |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [what, group] of Map.groupBy(rows, (row) => row.what)) {
    const scores = group.flatMap((row) => row.scores);
    const guilty = sum(group.map((row) => row.guilty));
    const cells = [
      what,
      `${group.filter((row) => row.isRegistered).length}/${group.length}`,
      guilty === 0 ? '-' : `${sum(group.map((row) => row.named))}/${guilty}`,
      scores.length === 0 ? '-' : median(scores).toFixed(0),
      scores.length === 0 ? '-' : Math.min(...scores).toFixed(0),
      Math.max(...group.map((row) => row.innocentMost)).toFixed(1),
      sum(group.map((row) => row.wrong)),
      median(group.map((row) => row.ms)).toFixed(0),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
}
