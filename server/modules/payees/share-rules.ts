import { sql } from 'kysely';
import {
  MAX_RULES_PER_EVENT,
  type NewShareRule,
  type ShareRuleRow,
} from '#contract/endpoints/share-rules.ts';
import type { Tx } from '#server/context.ts';
import { getStaffEvent } from '#server/modules/catalogue/browse-albums.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { localDate } from '#server/platform/time/clock.ts';
import { listRulesOfEvents, type RuleRow } from './book-shares.queries.ts';
import { inForce } from './book-shares.ts';
import { getPayee } from './payees.ts';

// The share rules of an event. A rule applies to sales from its day on and is replaced, never edited.

type RulesTx = Pick<Tx, 'db' | 'clock' | 'log'>;

const WHOLE_BASIS_POINTS = 10_000;

const today = async (tx: RulesTx) => localDate(tx.clock.now(), (await getSettings(tx)).reporting_time_zone);

export async function listShareRules(tx: RulesTx, eventId: number): Promise<ShareRuleRow[]> {
  await getStaffEvent(tx.db, eventId);
  const rules = await listRulesOfEvents(tx.db, [eventId]);
  const current = new Set(rulesOn(rules, await today(tx)).map(({ id }) => id));
  return rules.toReversed().map((rule) => ({
    id: rule.id,
    payee: rule.payeeId,
    payee_name: rule.displayName,
    kind: rule.kind,
    program_name: rule.programName,
    basis_points: rule.basisPoints,
    cents: rule.cents,
    basis: rule.basis,
    from_date: rule.fromDate,
    is_in_force: current.has(rule.id),
  }));
}

/** The rules of all payees on a day, whichever gym's albums they are about. */
function rulesOn(rules: readonly RuleRow[], day: string): RuleRow[] {
  const anyProgram = rules.map((rule) => ({ ...rule, programName: null }));
  return anyProgram[0] ? inForce(anyProgram, { eventId: anyProgram[0].eventId, programName: '' }, day) : [];
}

export async function addShareRule(
  tx: RulesTx,
  actor: Actor,
  { eventId, rule }: { eventId: number; rule: NewShareRule },
): Promise<ShareRuleRow[]> {
  const { db, clock } = tx;
  await getStaffEvent(db, eventId);
  const payee = await getPayee(db, rule.payee);
  if (payee.photographerId !== null) refuse('payee', 'Photographers have their rate on the roster');
  if (payee.leftAt !== null) refuse('payee', `${payee.displayName} is archived`);
  const day = await today(tx);
  const fromDate = rule.from_date ?? day;
  if (fromDate < day) refuse('from_date', 'Choose today or a later day');
  await advisoryLock(db, `share-rules:${eventId}`);
  const before = await listRulesOfEvents(db, [eventId]);
  if (before.length >= MAX_RULES_PER_EVENT) {
    throw new AppError('conflict', { message: `An event can have up to ${MAX_RULES_PER_EVENT} shares.` });
  }
  const { basis_points: basisPoints, cents, basis } = rule;
  const values = { eventId, payeeId: payee.id, basisPoints, cents, basis, fromDate };
  await db
    .insertInto('shareRules')
    .values({ ...values, madeBy: actor.userId, createdAt: clock.now() })
    .execute();
  await refuseMoreThanAll(db, eventId, fromDate);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'share-rule.add',
    subject: `event:${eventId}`,
    after: { name: payee.displayName, ...values },
  });
  return listShareRules(tx, eventId);
}

/** Producers share every sale, each gym only those of its own albums. */
async function refuseMoreThanAll(db: Db, eventId: number, fromDate: string): Promise<void> {
  const rules = await listRulesOfEvents(db, [eventId]);
  const days = new Set(rules.flatMap((rule) => (rule.fromDate >= fromDate ? [rule.fromDate] : [])));
  for (const day of days) {
    const programs = new Set(rules.flatMap(({ programName }) => programName ?? []));
    for (const programName of [...programs, '']) {
      const all = inForce(rules, { eventId, programName }, day);
      const sum = all.reduce((total, { basisPoints }) => total + (basisPoints ?? 0), 0);
      if (sum > WHOLE_BASIS_POINTS) {
        refuse('basis_points', `Together the shares would be ${sum / 100}% of a sale from ${day} on`);
      }
    }
  }
}

function refuse(path: string, message: string): never {
  throw new AppError('invalid_request', { details: [{ path, message }] });
}

/** The gym's share of its albums' sales at an event today, shown to its families. */
export async function findGymShare(
  tx: RulesTx,
  { eventId, programName }: { eventId: number; programName: string },
): Promise<number | null> {
  const rules = await listRulesOfEvents(tx.db, [eventId]);
  const own = inForce(rules, { eventId, programName }, await today(tx)).filter(({ kind }) => kind === 'gym');
  const share = own.reduce((sum, { basisPoints }) => sum + (basisPoints ?? 0), 0);
  return share > 0 ? share : null;
}

/** The producer who shares the sales of an event today; the first one if there are several. */
export async function findProducerRule(tx: RulesTx, eventId: number): Promise<RuleRow | undefined> {
  const rules = rulesOn(await listRulesOfEvents(tx.db, [eventId]), await today(tx));
  return rules.find(({ kind }) => kind === 'producer');
}

/** A payee's earnings from an event. */
export async function sumOfEvent(
  { db, payments }: Pick<Tx, 'db' | 'payments'>,
  { eventId, payeeId }: { eventId: number; payeeId: number },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(own.amount_cents), 0)::bigint as cents
    from payee_lines own join share_rules rule on rule.id = own.rule_id
    where own.payee_id = ${payeeId} and own.mode = ${payments.mode} and rule.event_id = ${eventId}`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}
