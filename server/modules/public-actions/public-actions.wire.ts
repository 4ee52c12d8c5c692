import type { ResponseOf } from '#contract/endpoint.ts';
import type { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { ActionRow } from './public-actions.queries.ts';
import type { MatchType } from './public-actions.rules.ts';

export function toWireAction(row: ActionRow): ResponseOf<typeof inviteEndpoints.findPublicAction> {
  return {
    id: row.id,
    public_action_uuid: row.publicActionUuid,
    action_route: row.actionRoute,
    action_route_match_type: row.actionRouteMatchType as MatchType,
    number_of_times_accessed: row.numberOfTimesAccessed,
    max_number_of_times_accessed: row.maxNumberOfTimesAccessed,
    userId: row.userId,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
  };
}
