export type Row = {
  what: string;
  isRegistered: boolean;
  /** With how many groups of viewers the reading was compared. */
  groups: number;
  guilty: number;
  named: number;
  wrong: number;
  z: number[];
  innocentZ: number;
  ms: number;
};

/** Prints one line for each thing that was done to the copies. */
export function printTable(rows: Row[], viewers: number): void {
  console.log(
    `${rows.length} leaks read, and each reading compared with ${viewers} viewers at a time, ${sum(rows.map((row) => row.groups))} times in all; a chance of error below 0.000001 names a viewer\n`,
  );
  console.log(
    '| what was done | registered | named | z median | z least | innocent z most | wrongly named | ms of a processor |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [what, group] of Map.groupBy(rows, (row) => row.what)) {
    const z = group.flatMap((row) => row.z);
    const guilty = sum(group.map((row) => row.guilty));
    const cells = [
      what,
      `${group.filter((row) => row.isRegistered).length}/${group.length}`,
      guilty === 0 ? '-' : `${sum(group.map((row) => row.named))}/${guilty}`,
      z.length === 0 ? '-' : median(z).toFixed(1),
      z.length === 0 ? '-' : Math.min(...z).toFixed(1),
      Math.max(...group.map((row) => row.innocentZ)).toFixed(1),
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
