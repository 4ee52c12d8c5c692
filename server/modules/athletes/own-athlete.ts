import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type AthleteRow, findAthleteRow, lockAthlete } from './athletes.queries.ts';

export async function getOwnAthlete(db: Db, userId: number, athleteId: number): Promise<AthleteRow> {
  return requireOwn(await findAthleteRow(db, athleteId), userId);
}

export async function lockOwnAthlete(db: Db, userId: number, athleteId: number): Promise<AthleteRow> {
  return requireOwn(await lockAthlete(db, athleteId), userId);
}

function requireOwn(athlete: AthleteRow | undefined, userId: number): AthleteRow {
  if (athlete?.userId !== userId || athlete.deletedAt !== null) throw new AppError('not_found');
  return athlete;
}
