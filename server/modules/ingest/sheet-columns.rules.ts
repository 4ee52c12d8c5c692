// Finds out which column of a producer's sheet holds what: as staff chose it before, else by the heading.
import {
  RUNNING_ORDER_FIELDS,
  type RunningOrderField,
  type SheetColumns,
} from '#contract/rules/running-order.ts';

/** The field that staff chose for a heading. An empty field leaves the column out. */
export type RememberedColumns = ReadonlyMap<string, RunningOrderField | ''>;

/** The best heading comes first. */
const HEADINGS: Readonly<Record<RunningOrderField, string>> = {
  performance_order:
    'performance_order running_order order perf_order order_of_performance routine_number performance_number entry_number act_number order_number routine_no entry_no performance number no nr num routine entry act',
  program:
    'program program_name programme gym gym_name studio studio_name school school_name club club_name organization organization_name organisation',
  team: 'team team_name group group_name squad squad_name routine_name routine_title act_name entry_name dance_name routine dance title',
  division: 'division division_name category age_division age_group class',
  level: 'level skill_level tier',
  planned_time:
    'planned_time planned_at perform_time performance_time perf_time on_stage_time stage_time floor_time mat_time compete_time competition_time scheduled_time start_time planned start time',
  day: 'day date performance_date performance_day event_day',
  stage: 'stage stage_name panel floor mat hall arena ring room court',
};
/** Names within a longer heading count too, unless the column is about something else. */
const OTHER_COLUMNS = /warm|check|arriv|report|award|photo|coach|end|finish|score|judge/;
const MIN_PART_LENGTH = 4;

/** "Routine #" becomes routine_number. */
export function normalizeHeading(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
}

/** `samples` are cells of the first lines. */
export function guessColumns(
  head: readonly string[],
  samples: readonly string[][],
  remembered: RememberedColumns,
): SheetColumns {
  const names = head.map(normalizeHeading);
  const columns = noColumns();
  const taken = new Set<number>();
  for (const [index, name] of names.entries()) {
    const field = remembered.get(name);
    if (field === undefined || (field && columns[field] !== null)) continue;
    if (field) columns[field] = index;
    taken.add(index);
  }
  const take = (field: RunningOrderField, isNamed: (name: string, synonym: string) => boolean) => {
    for (const synonym of columns[field] === null ? HEADINGS[field].split(' ') : []) {
      const index = names.findIndex(
        (name, at) => !taken.has(at) && isNamed(name, synonym) && fits(field, at, samples),
      );
      if (index < 0) continue;
      columns[field] = index;
      taken.add(index);
      return;
    }
  };
  for (const field of RUNNING_ORDER_FIELDS) take(field, (name, synonym) => name === synonym);
  for (const field of RUNNING_ORDER_FIELDS) {
    take(
      field,
      (name, synonym) =>
        synonym.length >= MIN_PART_LENGTH &&
        `_${name}_`.includes(`_${synonym}_`) &&
        !OTHER_COLUMNS.test(name),
    );
  }
  return columns;
}

export function noColumns(): SheetColumns {
  return Object.fromEntries(RUNNING_ORDER_FIELDS.map((field) => [field, null])) as SheetColumns;
}

/** A column of words is no order, even if its heading is "Routine". */
function fits(field: RunningOrderField, at: number, samples: readonly string[][]): boolean {
  if (field !== 'performance_order' && field !== 'planned_time') return true;
  const cells = samples.flatMap((cells) => cells[at]?.trim() || []);
  return cells.filter((cell) => /\d/.test(cell)).length * 2 >= cells.length;
}
