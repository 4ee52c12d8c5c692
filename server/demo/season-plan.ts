import { buildCustomers, DAY_MS, HOUR_MS, MINUTE_MS } from './cast.ts';
import { buildDemoData, type DemoAlbum, demoIdentifier } from './demo-data.ts';
import { between, pick, type Random, seededRandom, shuffle } from './random.ts';
import type { DetailsOf, Kind, StepOf } from './season-acts.ts';
import words from './words.json' with { type: 'json' };

const RANDOM_SEED = 20_261_116;
/** What happens last stays a little in the past, so that payments are settled when the season ends. */
const QUIET_MS = HOUR_MS;
const COUPONS = ['TEAM10', 'EARLY5'];
const POOL_SHARES = [2, 2, 1, 2];
const PHOTOS_TO_PICK = 1_000;
/** Places of photos in their album. */
const PICKED = [1, 4, 6];
const CUSTOMERS_PER_ATHLETE = 12;
const BUYERS_PER_REFUND = 14;
const ANSWERED_TALKS = 24;
const DECIDED_REPORTS = 14;
const WAITING_REPORTS = 5;

export type SeasonStep = StepOf<Kind>;
type Plan = ReturnType<typeof beginPlan>;
type Fan = { email: string; teams: string[]; joinsAt: number };

function beginPlan(today: Date, count: number) {
  const random = seededRandom(RANDOM_SEED);
  const data = buildDemoData({ today });
  const steps: SeasonStep[] = [];
  const inOrder = <S extends SeasonStep>(some: S[]) => some.toSorted((a, b) => +a.at - +b.at);
  return {
    random,
    data,
    // Albums of archived events are not sold any more.
    albums: data.albums.filter(({ isSold }) => isSold).sort((a, b) => +a.plannedAt - +b.plannedAt),
    customers: buildCustomers(random, count),
    until: today.getTime() - QUIET_MS,
    steps: () => inOrder(steps),
    add: <K extends Kind>(kind: K, at: number, details: DetailsOf<K>) =>
      steps.push({ ...details, kind, at: new Date(at) } as unknown as SeasonStep),
    /** The steps of a kind so far, in the order of time. */
    of: <K extends Kind>(kind: K) => inOrder(steps.filter((step) => step.kind === kind) as StepOf<K>[]),
  };
}

/** Returns the same half year for the same day: who comes, looks and buys, in the order of time. */
export function planSeason({ today, customers: count }: { today: Date; customers: number }) {
  const plan = beginPlan(today, count);
  const { customers, steps } = plan;
  const fans = customers.map((_, customer) => customer).slice(words.incidents.length);
  const joined = fans.map((customer) => planJoin(plan, customer));
  planFans(plan, joined);
  planRefunds(plan);
  planTalks(plan);
  planReports(plan);
  planIncidents(plan);
  planCopier(plan);
  planParents(plan);
  planAthletes(plan);
  planOffice(plan, steps()[0]?.at ?? today);
  return { customers, steps: steps() };
}

function planJoin({ random, data, albums, customers, until, add }: Plan, customer: number): Fan {
  const first = albums[Math.floor((customer * albums.length * 7.3) % albums.length)] as DemoAlbum;
  const cousins = data.teams.filter(
    (team) => team.programName === first.programName && team.key !== first.teamKey,
  );
  const second = random() < 0.3 && cousins.length > 0 ? [pick(random, cousins)] : [];
  const comesEarly = random() < 0.6;
  const days = comesEarly ? -between(random, 1, 9) : between(random, 0.1, 3);
  const joinsAt = Math.min(first.plannedAt.getTime() + days * DAY_MS, until - DAY_MS);
  const follows = [first, ...second].map(({ programName, teamName }) => ({ programName, teamName }));
  add('join', joinsAt, { customer, follows });
  const email = customers[customer]?.email ?? '';
  return { email, joinsAt, teams: [first.teamKey, ...second.map(({ key }) => key)] };
}

/** A family shares every second album with others of the team; the rest of the team buys as usual. */
function planFans(plan: Plan, fans: Fan[]): void {
  for (const [index, album] of plan.albums.entries()) {
    const team = fans.filter(
      (fan) => fan.teams.includes(album.teamKey) && fan.joinsAt < plan.until - 2 * DAY_MS,
    );
    const rest = index % 2 === 1 ? planPool(plan, album, team) : team;
    for (const fan of rest) planFan(plan, album, fan);
  }
}

function planPool({ random, until, add, of }: Plan, album: DemoAlbum, team: Fan[]): Fan[] {
  const group = shuffle(random, team);
  const [owner] = group;
  if (!owner || group.length < 3) return team;
  const at = startOf(album, group.slice(0, 4), random);
  if (at > until - HOUR_MS) return team;
  const isRecent = at > until - 5 * DAY_MS;
  const isUnlucky = of('pool').length % 4 === 2;
  const end = isRecent ? 'open' : isUnlucky || group.length < 4 ? 'expired' : 'filled';
  const minutes = isRecent ? 10 : Math.round(between(random, 30, 600));
  const members = group.slice(0, end === 'filled' ? 4 : 3).map(({ email }, index) => ({
    email,
    shares: POOL_SHARES[index] ?? 1,
    minutesLater: minutes * index,
  }));
  const own = { email: owner.email, album: demoIdentifier(album) };
  add('visit', at - 20 * MINUTE_MS, { ...own, views: 1 });
  add('pool', at, { ...own, members, end });
  return group.slice(4);
}

function planFan({ random, until, add, of }: Plan, album: DemoAlbum, fan: Fan): void {
  const at = startOf(album, [fan], random);
  if (random() < 0.12 || at > until) return;
  const own = { email: fan.email, album: demoIdentifier(album) };
  add('visit', at, { ...own, views: 1 + Math.floor(random() * 3) });
  const boughtAt = at + between(random, 5, 90) * MINUTE_MS;
  const coupon = random() < 0.14 ? { coupon: pick(random, COUPONS) } : {};
  const choice = random();
  if (boughtAt > until) return;
  if (choice < 0.26) add('buy', boughtAt, { ...own, ...coupon });
  else if (choice < 0.6) {
    const count = 1 + Math.floor(random() * 4);
    const photos = Array.from({ length: count }, () => Math.floor(random() * PHOTOS_TO_PICK));
    add('buy', boughtAt, { ...own, ...coupon, photos });
  } else if (choice < 0.63) {
    add('buy-cart', boughtAt, { email: own.email, albums: [own.album], giftTo: `grandma.of.${own.email}` });
  } else if (choice < 0.9 && at < until - 4 * DAY_MS) {
    // Nobody gets two of these mails within a day, so nobody is reminded twice here.
    const reminded = of('remind');
    const answer = { isOpened: reminded.length % 2 === 0, isBought: reminded.length % 4 === 0 };
    const isFirst = reminded.every(({ email }) => email !== own.email);
    if (isFirst) add('remind', at + 3 * MINUTE_MS, { ...own, photos: PICKED, ...answer });
  }
  const again = boughtAt + between(random, 2, 25) * DAY_MS;
  if (random() < 0.35 && again < until) add('visit', again, { ...own, views: 1 });
}

/** Most people look within two days after the album is up or they have joined. */
function startOf(album: DemoAlbum, people: Fan[], random: Random): number {
  const joined = people.map((fan) => fan.joinsAt + 15 * MINUTE_MS);
  const ready = Math.max(album.plannedAt.getTime() + HOUR_MS, ...joined);
  return ready + between(random, 0.2, 1) ** 3 * 8 * DAY_MS;
}

/** The demo parents have been told of albums, bought and shared, so that each of their pages shows something. */
function planParents({ until, data, albums, add }: Plan): void {
  for (const { email, follows } of data.logIns) {
    for (const album of albums.filter(({ teamKey }) => follows.includes(teamKey))) {
      add('publish', album.plannedAt.getTime() + 45 * MINUTE_MS, { email, album: demoIdentifier(album) });
    }
  }
  for (const { email, team, eventsAgo, hoursLater, photos, sharedWith, members } of words.parents) {
    const album = albums.filter(({ teamKey }) => teamKey === team).at(-1 - eventsAgo);
    if (!album) continue;
    const at = Math.min(album.plannedAt.getTime() + hoursLater * HOUR_MS, until - 2 * HOUR_MS);
    const own = { email, album: demoIdentifier(album) };
    add('visit', at - HOUR_MS / 2, { ...own, views: 2 });
    // The pool of the newest album is still open.
    if (members) add('pool', Math.max(at, until - 1.5 * DAY_MS), { ...own, members, end: 'open' });
    else add('buy', at, { ...own, ...(photos && { photos }) });
    if (!sharedWith) continue;
    add('share-photos', at + HOUR_MS, { ...own, photos: PICKED, label: sharedWith });
  }
}

/** Some parents name their athlete and consent to the search. */
function planAthletes({ until, customers, add, of }: Plan): void {
  // The search for faces keeps the processor busy, so it begins last.
  for (const athlete of words.athletesToFind) add('athlete', until - 5 * MINUTE_MS, athlete);
  const parents = of('join').filter(({ customer }) => customer % CUSTOMERS_PER_ATHLETE === 0);
  for (const [index, { at, customer, follows }] of parents.entries()) {
    const name = words.athletes[index % words.athletes.length] ?? '';
    const email = customers[customer]?.email ?? '';
    add('athlete', at.getTime() + HOUR_MS, { email, name, teamName: follows[0]?.teamName ?? '' });
  }
}

/** Takes about so many items, spread over all of them. */
function spread<T>(items: readonly T[], count: number): T[] {
  const every = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, index) => index % every === every - 1);
}

function planRefunds({ random, until, add, of }: Plan): void {
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
function planCopier({ customers, albums, until, add, of }: Plan): void {
  const email = customers[of('join')[0]?.customer ?? 0]?.email ?? '';
  const onePerProgram = new Map(albums.map((album) => [album.programName, album]));
  for (const [index, album] of [...onePerProgram.values()].slice(0, 10).entries()) {
    add('visit', until - (30 - index) * MINUTE_MS, { email, album: demoIdentifier(album), views: 1 });
  }
}

/** The latest visitors wait for an answer; some of those before them got one. */
function planTalks({ random, until, add, of }: Plan): void {
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
function planReports({ until, add, of }: Plan): void {
  const visits = of('visit');
  const early = visits.filter(({ at }) => at.getTime() < until - 4 * DAY_MS);
  const saidBy = (index: number) =>
    words.reports[index % words.reports.length] ?? { type: 'other', memo: '' };
  for (const [index, { at, email, album }] of spread(early, DECIDED_REPORTS).entries()) {
    const said = saidBy(index);
    const decision = said.type === 'wrong_album' || index % 4 === 0 ? 'removed' : 'kept';
    add('report', at.getTime() + 10 * MINUTE_MS, { email, album, photos: [index], ...said, decision });
  }
  for (const [index, { at, email, album }] of visits.slice(-WAITING_REPORTS).entries()) {
    const when = Math.max(at.getTime() + 5 * MINUTE_MS, until - (20 - index) * HOUR_MS);
    add('report', when, { email, album, photos: [index + 2], ...saidBy(index * 3), decision: null });
  }
}

/** The first customers buy once, with a card or an order that leads to trouble. */
function planIncidents({ albums, customers, until, add }: Plan): void {
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

/** What the office does: coupons and canned replies at first, and every day what a day needs. */
function planOffice({ albums, until, add }: Plan, since: Date): void {
  const startsAt = (albums[0]?.plannedAt.getTime() ?? until) - 30 * DAY_MS;
  for (const { endedDaysAgo: days, ...coupon } of words.coupons) {
    const expires_at = days === null ? null : new Date(until - days * DAY_MS).toISOString();
    const kind = coupon.percent_off === null ? 'fixed' : 'percent';
    add('coupon', startsAt, { terms: { ...coupon, kind, expires_at } });
  }
  for (const reply of words.cannedReplies) add('reply', startsAt, reply);
  const lastClosing = new Date(until - 4.7 * DAY_MS);
  const noon = since.getTime() - (since.getTime() % DAY_MS) + DAY_MS / 2;
  for (let at = noon + DAY_MS; at < until; at += DAY_MS) {
    add('day', at, undefined);
    // Each month is closed on the fifth of the next, except the last one, which waits to be closed.
    const day = new Date(at);
    const isClosing = day.getUTCDate() === 5 && day.getUTCMonth() !== lastClosing.getUTCMonth();
    if (isClosing) add('closeMonth', at + 4 * HOUR_MS, undefined);
  }
  add('end', until, { since });
}
