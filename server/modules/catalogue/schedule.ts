export {
  listPerformances,
  listSchedule,
  lockSchedule,
  type Performance,
  SCHEDULE_OF_EVENT,
  type ScheduledSlot,
  scheduleAt,
} from './schedule.queries.ts';
