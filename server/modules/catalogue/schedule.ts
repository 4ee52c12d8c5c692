export { listPerformances, listSchedule, lockSchedule, type Performance } from './schedule.queries.ts';
