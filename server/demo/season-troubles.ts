import { DAY_MS, HOUR_MS, MINUTE_MS } from './cast.ts';
import { demoIdentifier } from './demo-data.ts';
import { between, pick } from './random.ts';
import type { Plan } from './season-steps.ts';
import words from './words.json' with { type: 'json' };

const BUYERS_PER_REFUND = 14;
const ANSWERED_TALKS = 24;
const DECIDED_REPORTS = 14;
const WAITING_REPORTS = 5;

/** Takes about so many items, spread over all of them. */
function spread<T>(items: readonly T[], count: number): T[] {
  const every = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, index) => index % every === every - 1);
}

export function planRefunds({ random, until, add, of }: Plan): void {
  const buyers = new Set<string>();
  for (const [index, { at, email }] of of('buy').entries()) {
    const asksAt = at.getTime() + between(random, 3, 90) * HOUR_MS;
    if (index % BUYERS_PER_REFUND !== 5 || buyers.has(email) || asksAt > until) continue;
    buyers.add(email);
    // Every third buyer keeps the purchase and gets a part of the price back.
    const percent = buyers.size % 3 === 0 ? 40 : 100;
    add('refund', asksAt, { email, memo: pick(random, words.refundMemos), approval: 'given', percent });
  }
}

/** An old account that opens an album of every program in one evening is listed as unusual. */
export function planCopier({ customers, albums, until, add, of }: Plan): void {
  const email = customers[of('join')[0]?.customer ?? 0]?.email ?? '';
  const onePerProgram = new Map(albums.map((album) => [album.programName, album]));
  for (const [index, album] of [...onePerProgram.values()].slice(0, 10).entries()) {
    add('visit', until - (30 - index) * MINUTE_MS, { email, album: demoIdentifier(album), views: 1 });
  }
}

/** The latest visitors wait for an answer; some of those before them got one. */
export function planTalks({ random, until, add, of }: Plan): void {
  const latest = of('visit').toReversed();
  const visitors = [...new Map(latest.map((visit) => [visit.email, visit])).values()];
  for (const [index, talk] of words.openTalks.entries()) {
    const { email, at } = visitors[index] ?? {};
    const asksAt = until - (index * 7 + between(random, 8, 13)) * HOUR_MS;
    const tags = words.openTalkTags[index] ?? [];
    if (email && at && at.getTime() < asksAt) add('chat', asksAt, { email, talk, tags, isClosed: false });
  }
  const answered = words.answeredTalks;
  const others = spread(visitors.slice(words.openTalks.length), ANSWERED_TALKS);
  for (const [index, { at, email }] of others.entries()) {
    const talk = answered[index % answered.length] ?? [];
    const isClosed = index % 3 !== 0 || talk.at(-1)?.from === 'customer';
    const asksAt = Math.min(at.getTime() + 2 * HOUR_MS, until - 2 * DAY_MS);
    add('chat', asksAt, { email, talk, tags: [], isClosed });
  }
  const ofParent = { email: 'parent@encore.test', talk: answered[0] ?? [], tags: [], isClosed: true };
  add('chat', until - 9 * DAY_MS, ofParent);
}

/** Staff have decided about most reports; those of the last day still wait. */
export function planReports({ until, add, of }: Plan): void {
  const visits = of('visit');
  const early = visits.filter(({ at }) => at.getTime() < until - 4 * DAY_MS);
  const saidBy = (index: number) =>
    words.reports[index % words.reports.length] ?? { type: 'other', memo: '' };
  for (const [photo, { at, email, album }] of spread(early, DECIDED_REPORTS).entries()) {
    const said = saidBy(photo);
    const decision = said.type === 'wrong_album' || photo % 4 === 0 ? 'removed' : 'kept';
    add('report', at.getTime() + 10 * MINUTE_MS, { email, album, photo, ...said, decision });
  }
  for (const [index, { at, email, album }] of visits.slice(-WAITING_REPORTS).entries()) {
    const when = Math.max(at.getTime() + 5 * MINUTE_MS, until - (20 - index) * HOUR_MS);
    add('report', when, { email, album, photo: index + 2, ...saidBy(index * 3), decision: null });
  }
}

/** The first customers buy once, with a card or an order that leads to trouble. */
export function planIncidents({ albums, customers, until, add }: Plan): void {
  for (const [customer, incident] of words.incidents.entries()) {
    const { hoursAgo, refund, albums: count = 1 } = incident;
    const at = until - hoursAgo * HOUR_MS;
    const chosen = albums.filter(({ plannedAt }) => plannedAt.getTime() < at - 2 * HOUR_MS).slice(-count);
    const follows = chosen.map(({ programName, teamName }) => ({ programName, teamName }));
    const bought = chosen.map(demoIdentifier);
    const email = customers[customer]?.email ?? '';
    add('join', at - HOUR_MS, { customer, follows });
    for (const album of bought) add('visit', at - HOUR_MS / 2, { email, album, views: 1 });
    add('buy-cart', at, { email, albums: bought });
    if (refund) add('refund', at + 4 * HOUR_MS, { email, ...refund });
  }
}
