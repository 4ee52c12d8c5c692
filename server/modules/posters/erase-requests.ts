export { deleteFollowRequestsTo } from './follow-requests.queries.ts';
