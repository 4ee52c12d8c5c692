// The fields of a running order, in the order in which staff read them.

export const RUNNING_ORDER_FIELDS = [
  'performance_order',
  'program',
  'team',
  'division',
  'level',
  'planned_time',
  'day',
  'stage',
] as const;
export type RunningOrderField = (typeof RUNNING_ORDER_FIELDS)[number];

/** Without these columns nothing can be imported. */
export const REQUIRED_FIELDS = ['performance_order', 'program', 'team', 'planned_time'] as const;

export const RUNNING_ORDER_LABELS: Readonly<Record<RunningOrderField, string>> = {
  performance_order: 'Performance',
  program: 'Program',
  team: 'Team',
  division: 'Division',
  level: 'Level',
  planned_time: 'Time',
  day: 'Day',
  stage: 'Stage',
};

export const MAX_SHEET_COLUMNS = 40;

/** The column of each field, counted from 0. Null if the sheet has none. */
export type SheetColumns = Record<RunningOrderField, number | null>;
