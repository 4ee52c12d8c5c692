export {
  listPerformances,
  listSchedule,
  lockSchedule,
  type Performance,
  SCHEDULE_OF_EVENT,
  type ScheduledSlot,
  scheduleAt,
  stretchEvents,
} from './schedule.queries.ts';
