import type { AlertChoice, NotificationChannel, NotificationKind } from '#contract/rules/notifications.ts';
import type { Tx } from '#server/context.ts';
import { findReachable } from '#server/modules/accounts/find-people.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';

/** The athlete or the saved team that a choice is for. */
type Subject = { athleteId: number } | { teamId: number };

export type Choice = AlertChoice & { showsName: boolean; showsPicture: boolean };

const COLUMNS = ['email', 'sms', 'push', 'showsName', 'showsPicture'] as const;

export function listChoices(db: Db, userId: number) {
  return db
    .selectFrom('alertChoices')
    .select(['athleteId', 'teamId', ...COLUMNS])
    .where('userId', '=', userId)
    .execute();
}

/** The caller has checked that the athlete or team is the user's. */
export async function saveChoice(
  { db }: Pick<Tx, 'db'>,
  { userId, ...subject }: { userId: number } & Subject,
  choice: Partial<Choice>,
): Promise<void> {
  if (choice.sms) {
    const [person] = await findReachable(db, [userId]);
    if (person?.verifiedPhone == null) throw new AppError('phone_not_verified');
  }
  const fields = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
  await db
    .insertInto('alertChoices')
    .values({ userId, ...subject, ...fields })
    .onConflict((conflict) => {
      const column = conflict.column('athleteId' in subject ? 'athleteId' : 'teamId');
      return Object.keys(fields).length > 0 ? column.doUpdateSet(fields) : column.doNothing();
    })
    .execute();
}

type About = { athleteId: number | null; teamId: number | null };

/** Returns what was chosen for the athlete or the team of a notification. */
export async function choicesFor(
  db: Db,
  subjects: readonly About[],
): Promise<(about: About) => Choice | undefined> {
  const athleteIds = subjects.flatMap(({ athleteId }) => athleteId ?? []);
  const teamIds = subjects.flatMap(({ teamId }) => teamId ?? []);
  if (athleteIds.length + teamIds.length === 0) return () => undefined;
  const rows = await db
    .selectFrom('alertChoices')
    .select(['athleteId', 'teamId', ...COLUMNS])
    .where((eb) => eb.or([eb('athleteId', '=', anyOf(athleteIds)), eb('teamId', '=', anyOf(teamIds))]))
    .execute();
  const byAthlete = new Map(rows.map((row) => [row.athleteId, row]));
  const byTeam = new Map(rows.map((row) => [row.teamId, row]));
  return ({ athleteId, teamId }) =>
    (athleteId !== null ? byAthlete.get(athleteId) : undefined) ??
    (teamId !== null ? byTeam.get(teamId) : undefined);
}

/** Kinds that somebody wants by this channel for one athlete or team, whatever the settings say. */
export async function kindsChosen(
  db: Db,
  userId: number,
  channel: NotificationChannel,
): Promise<NotificationKind[]> {
  return (await listChoices(db, userId))
    .filter((choice) => choice[channel])
    .map(({ athleteId }) => (athleteId === null ? 'album_published' : 'athlete_found'));
}

/** The last choice counts: who changes a channel for a whole kind means all athletes or teams. */
export async function resetAlertChoices(
  db: Db,
  {
    userId,
    kind,
    channels,
  }: { userId: number; kind: NotificationKind; channels: readonly NotificationChannel[] },
): Promise<void> {
  const column = kind === 'athlete_found' ? 'athleteId' : kind === 'album_published' ? 'teamId' : undefined;
  if (column === undefined || channels.length === 0) return;
  await db
    .updateTable('alertChoices')
    .set(Object.fromEntries(channels.map((channel) => [channel, null])))
    .where('userId', '=', userId)
    .where(column, 'is not', null)
    .execute();
}
