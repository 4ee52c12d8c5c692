import type { TeamSubscription } from '#contract/entities/team-subscription.ts';
import type { Db } from '#server/platform/database.ts';

export async function listTeamSubscriptions(db: Db, userId: number): Promise<TeamSubscription[]> {
  const rows = await db
    .selectFrom('teamSubscriptions')
    .select(['id', 'programName', 'teamName', 'divisionName'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    program_name: row.programName,
    team_name: row.teamName,
    division_name: row.divisionName,
  }));
}
