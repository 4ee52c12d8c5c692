import type { DemoAlbum } from '#server/demo/demo-data.types.ts';
import { demoIdentifier } from '#server/demo/demo-identifier.ts';
import { PHOTOGRAPHERS } from '#server/demo/seed-photos.ts';
import { between, pick, type Random } from '#server/demo/seeded-random.ts';
import type { SeasonCustomer } from './season-people.ts';
import type { SeasonStep, StepOf } from './season-plan.types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './season-times.ts';
import { ANSWERED_TALKS, BUGS, OPEN_TALKS, REFUND_MEMOS, REPORT_WORDS, USER_NOTES } from './season-words.ts';

type StaffParts = { random: Random; until: number; steps: SeasonStep[] };

/** Gives every queue of the staff some finished work and some that waits. */
export function planStaffWork(
  parts: StaffParts,
  customers: SeasonCustomer[],
  albums: readonly DemoAlbum[],
): void {
  planCoupons(parts, albums);
  planRefunds(parts);
  planBigRefunds(parts, customers, albums);
  planDisputes(parts, customers);
  planTalks(parts);
  planReports(parts);
  planLinks(parts, albums);
}

function planCoupons({ steps, until }: StaffParts, albums: readonly DemoAlbum[]): void {
  const at = new Date((albums[0]?.plannedAt.getTime() ?? until) - 30 * DAY_MS);
  const terms = { kind: 'coupon', at } as const;
  steps.push({ ...terms, code: 'TEAM10', percentOff: 10, amountOffCents: null, endsAt: null });
  steps.push({ ...terms, code: 'EARLY5', percentOff: null, amountOffCents: 500, endsAt: null });
  const endsAt = new Date(until - 40 * DAY_MS);
  steps.push({ ...terms, code: 'SUMMER20', percentOff: 20, amountOffCents: null, endsAt });
}

const byTime = (a: SeasonStep, b: SeasonStep) => a.at.getTime() - b.at.getTime();

function purchasesOf(steps: SeasonStep[], ...kinds: ('buy-album' | 'buy-photos' | 'visit')[]) {
  return steps
    .filter((step): step is StepOf<'buy-album' | 'buy-photos' | 'visit'> =>
      (kinds as string[]).includes(step.kind),
    )
    .filter(({ email }) => email.endsWith('@families.test'))
    .sort(byTime);
}

/** Every fourteenth buyer wants the money back; the last of them are still waiting for a second person. */
function planRefunds({ random, steps, until }: StaffParts): void {
  const buyers = new Set<string>();
  for (const [index, { at, email }] of purchasesOf(steps, 'buy-album', 'buy-photos').entries()) {
    const asksAt = at.getTime() + between(random, 3, 90) * HOUR_MS;
    if (index % 14 !== 5 || buyers.has(email) || asksAt > until) continue;
    buyers.add(email);
    const memo = pick(random, REFUND_MEMOS);
    steps.push({ kind: 'refund', at: new Date(asksAt), email, memo, approval: 'given' });
  }
}

/** A refund of two albums needs a second person: one was given, one still waits. */
function planBigRefunds(
  { steps, until }: StaffParts,
  customers: SeasonCustomer[],
  albums: readonly DemoAlbum[],
): void {
  const joined = steps.flatMap((step) =>
    step.kind === 'join' && step.at.getTime() < until - 2 * DAY_MS ? [step] : [],
  );
  for (const [index, approval] of (['given', 'waiting'] as const).entries()) {
    const { customer, follows } = joined.at(-1 - index) ?? {};
    const { email } = customers[customer ?? -1] ?? {};
    if (!email || !follows) continue;
    const programs = follows.map(({ programName }) => programName);
    const chosen = albums
      .filter(({ programName }) => !programs.includes(programName))
      .slice(-2 - 2 * index)
      .slice(0, 2);
    const at = until - (20 + 5 * index) * HOUR_MS;
    const names = chosen.map(demoIdentifier);
    for (const album of names) {
      steps.push({ kind: 'visit', at: new Date(at - HOUR_MS), email, album, views: 1 });
    }
    steps.push({ kind: 'buy-cart', at: new Date(at), email, albums: names });
    const memo = 'Ordered the albums of the wrong gym';
    steps.push({ kind: 'refund', at: new Date(at + 4 * HOUR_MS), email, memo, approval });
  }
}

/** Each of these buyers pays with a test card that leads to trouble. */
function planDisputes({ steps, until }: StaffParts, customers: SeasonCustomer[]): void {
  const cards = new Map<string, string>();
  const sharing = new Set(
    steps.flatMap((step) => (step.kind === 'pool' ? [step, ...step.members].map(({ email }) => email) : [])),
  );
  const byBuyer = Map.groupBy(purchasesOf(steps, 'buy-album', 'buy-photos'), ({ email }) => email);
  const single = [...byBuyer.values()].flatMap((sales) => (sales.length <= 2 ? sales.slice(-1) : []));
  const albums = single.filter(({ email, at }) => !sharing.has(email) && at.getTime() < until - 8 * HOUR_MS);
  const refunded = new Set(steps.flatMap((step) => (step.kind === 'refund' ? [step.email] : [])));
  const free = albums.filter(({ email }) => !refunded.has(email));
  const [recent, returned, answered, inquiry] = free.toReversed();
  if (recent) cards.set(recent.email, 'pm_card_createDispute');
  if (returned) {
    cards.set(returned.email, 'pm_card_refundFail');
    const at = new Date(Math.min(returned.at.getTime() + DAY_MS, until - 2 * HOUR_MS));
    const memo = REFUND_MEMOS[0] ?? '';
    steps.push({ kind: 'refund', at, email: returned.email, memo, approval: 'given' });
  }
  if (answered) {
    cards.set(answered.email, 'pm_card_createDispute');
    const note = 'The buyer viewed the album twice, then bought and downloaded it.';
    const at = new Date(Math.min(answered.at.getTime() + DAY_MS, until - HOUR_MS));
    steps.push({ kind: 'evidence', at, email: answered.email, note });
  }
  if (inquiry) cards.set(inquiry.email, 'pm_card_createDisputeInquiry');
  for (const customer of customers) customer.card = cards.get(customer.email) ?? customer.card;
}

function planTalks({ random, steps, until }: StaffParts): void {
  const people = purchasesOf(steps, 'visit');
  const step = Math.max(1, Math.floor(people.length / 24));
  const asked = people.filter((_, index) => index % step === 0);
  const known = new Set<string>();
  for (const [index, { at, email }] of asked.entries()) {
    if (known.has(email) || at.getTime() > until - 3 * DAY_MS) continue;
    known.add(email);
    const talk = ANSWERED_TALKS[index % ANSWERED_TALKS.length] as StepOf<'chat'>['talk'];
    steps.push({
      kind: 'chat',
      at: new Date(at.getTime() + 2 * HOUR_MS),
      email,
      talk,
      isClosed: index % 3 !== 0 || talk.at(-1)?.from === 'customer',
    });
  }
  const waiting = people.filter(({ email }) => !known.has(email)).toReversed();
  for (const [index, talk] of OPEN_TALKS.entries()) {
    const person = takeNew(waiting, known);
    const at = new Date(until - (index * 7 + between(random, 8, 13)) * HOUR_MS);
    if (person && at > person.at)
      steps.push({ kind: 'chat', at, email: person.email, talk, isClosed: false });
  }
  for (const bug of BUGS.keys()) {
    const person = takeNew(waiting, known);
    if (person)
      steps.push({ kind: 'bug', at: new Date(until - (3 + bug * 9) * HOUR_MS), email: person.email, bug });
  }
  const parent = { kind: 'chat', email: 'parent@encore.test', isClosed: true } as const;
  steps.push({
    ...parent,
    at: new Date(until - 9 * DAY_MS),
    talk: ANSWERED_TALKS[0] as StepOf<'chat'>['talk'],
  });
  for (const [index, text] of USER_NOTES.entries()) {
    const person = takeNew(waiting, known);
    if (person)
      steps.push({
        kind: 'note',
        at: new Date(person.at.getTime() + index * HOUR_MS),
        email: person.email,
        text,
      });
  }
}

function takeNew(people: { email: string; at: Date }[], known: Set<string>) {
  const person = people.find(({ email }) => !known.has(email));
  if (person) known.add(person.email);
  return person;
}

/** Staff have decided about most reports; those of the last day still wait. */
function planReports({ steps, until }: StaffParts): void {
  const visits = purchasesOf(steps, 'visit');
  const early = visits.filter(({ at }) => at.getTime() < until - 4 * DAY_MS);
  const stepBy = Math.max(1, Math.floor(early.length / 14));
  const chosen = early.filter((_, index) => index % stepBy === stepBy - 1);
  for (const [index, { at, email, album }] of chosen.entries()) {
    const words = REPORT_WORDS[index % REPORT_WORDS.length] as StepOf<'report'>['words'];
    const decision = words.type === 'wrong_album' || index % 4 === 0 ? 'removed' : 'kept';
    const when = new Date(at.getTime() + 10 * MINUTE_MS);
    steps.push({ kind: 'report', at: when, email, album, photo: index, words, decision });
  }
  for (const [index, { email, album, at }] of visits.slice(-5).entries()) {
    const words = REPORT_WORDS[(index * 3) % REPORT_WORDS.length] as StepOf<'report'>['words'];
    const when = new Date(Math.max(at.getTime() + 5 * MINUTE_MS, until - (20 - index) * HOUR_MS));
    steps.push({ kind: 'report', at: when, email, album, photo: index + 2, words, decision: null });
  }
}

function planLinks({ steps, until }: StaffParts, albums: readonly DemoAlbum[]): void {
  const newest = albums.at(-1);
  if (!newest) return;
  const at = new Date(Math.min(newest.plannedAt.getTime() - 2 * DAY_MS, until));
  const ofEvent = { kind: 'event-link', at, album: demoIdentifier(newest) } as const;
  steps.push({ ...ofEvent, link: 'producer', label: 'Event producer' });
  for (const label of PHOTOGRAPHERS.slice(0, 2)) steps.push({ ...ofEvent, link: 'pass', label });
}
