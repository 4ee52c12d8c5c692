import { formatCount } from '#web/lib/count-words.ts';

type Choice<Row> = {
  options: Readonly<Record<string, string>>;
  matches: (row: Row, value: never) => boolean;
};

/** The options of a choice that some row has, each with the number of rows it shows: "Delayed (12)". */
export function countMatches<Row>({ options, matches }: Choice<Row>, rows: readonly Row[]) {
  const counted = Object.entries(options).flatMap(([value, label]) => {
    const { length } = rows.filter((row) => matches(row, value as never));
    return length > 0 ? [[value, `${label} (${formatCount(length)})`] as const] : [];
  });
  return Object.fromEntries(counted);
}
