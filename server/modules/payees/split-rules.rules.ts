import { roundCents, sumCents } from '#contract/rules/money.ts';
import type { ShareBasis } from '#contract/rules/payees.ts';

// What a line of the ledger means for the producers and gyms of its event. A sale pays by the rule of its day; money that
// goes back takes what the same sale had paid, so that a sale that goes back in any number of steps leaves nothing. All
// parts of a sale together never exceed what is left of it after tax, and no part is ever below zero: the shop bears the fees
// of a sale that went back.

export type ShareRule = {
  id: number;
  payeeId: number;
  basisPoints: number | null;
  /** Per sold item. */
  cents: number | null;
  basis: ShareBasis;
};

/** A line of the ledger about one order line. */
export type SoldLine = {
  id: number;
  attemptId: number;
  kind: string;
  amountCents: number;
  taxCents: number;
  sales: number;
  /** The photographers' earnings from it. */
  photographersCents: number;
};

export type RulePart = { lineId: number; ruleId: number; payeeId: number; amountCents: number };

const isFee = ({ kind }: Pick<SoldLine, 'kind'>) => kind.endsWith('fee');

function baseOf(line: SoldLine, basis: ShareBasis): number {
  if (isFee(line)) return basis === 'net_of_fees' ? line.amountCents : 0;
  return line.amountCents - line.taxCents;
}

/**
 * `before` are the earlier lines of the same order line, and `booked` what was written for them. `rules` are those in force
 * at the sale for a charge, and else those that paid by the charge that the line belongs to.
 */
export function splitByRules(
  line: SoldLine,
  rules: readonly ShareRule[],
  before: readonly SoldLine[],
  booked: readonly RulePart[],
): RulePart[] {
  const attemptOf = new Map([...before, line].map(({ id, attemptId }) => [id, attemptId]));
  const ofSale = (part: RulePart) => attemptOf.get(part.lineId) === line.attemptId;
  const known = (rule: ShareRule) => booked.filter((part) => part.ruleId === rule.id && ofSale(part));
  const paid = (rule: ShareRule) => sumCents(known(rule).map(({ amountCents }) => amountCents));
  const targets = rules.map((rule) => ({
    rule,
    paid: paid(rule),
    due: dueOf(line, rule, before, known(rule)),
  }));
  const whole = Math.max(0, sumCents([...before, line].map((one) => baseOf(one, 'net_of_tax'))));
  const others =
    sumCents([...before, line].map(({ photographersCents }) => photographersCents)) +
    sumCents(booked.map(({ amountCents }) => amountCents)) -
    sumCents(targets.map((target) => target.paid));
  let excess = Math.max(0, others + sumCents(targets.map(({ due }) => due)) - whole);
  // The rules that were made last give way.
  for (const target of targets.toReversed()) {
    const cut = Math.min(excess, target.due);
    target.due -= cut;
    excess -= cut;
  }
  return targets.flatMap(({ rule, paid: sofar, due }) =>
    due === sofar
      ? []
      : [{ lineId: line.id, ruleId: rule.id, payeeId: rule.payeeId, amountCents: due - sofar }],
  );
}

/** The amount that the rule pays once the line is booked. */
function dueOf(
  line: SoldLine,
  rule: ShareRule,
  before: readonly SoldLine[],
  known: readonly RulePart[],
): number {
  if (line.kind === 'charge') {
    const own = sumCents(known.map(({ amountCents }) => amountCents));
    if (rule.cents !== null) return own + (line.sales > 0 ? rule.cents : 0);
    return own + Math.max(0, roundCents((baseOf(line, rule.basis) * (rule.basisPoints ?? 0)) / 10_000));
  }
  const ofSale = [...before, line].filter(({ attemptId }) => attemptId === line.attemptId);
  const charges = ofSale.filter(({ kind }) => kind === 'charge');
  const earned = sumCents(
    known.flatMap((part) => (charges.some(({ id }) => id === part.lineId) ? [part.amountCents] : [])),
  );
  const charged = sumCents(charges.map((one) => baseOf(one, rule.basis)));
  const left = sumCents(ofSale.map((one) => baseOf(one, rule.basis)));
  return charged <= 0 ? 0 : Math.min(earned, Math.max(0, roundCents((earned * left) / charged)));
}
