import { buildDemoData, type DemoAlbum, type DemoData, type DemoTeam, demoIdentifier } from './demo-data.ts';
import { between, pick, type Random, seededRandom, shuffle } from './random.ts';
import type { Palette } from './uniforms.ts';
import words from './words.json' with { type: 'json' };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const RANDOM_SEED = 20_261_116;
/** What happens last stays a little in the past, so that payments are settled when the season ends. */
const QUIET_MS = HOUR_MS;
const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'];
const COUPONS = ['TEAM10', 'EARLY5'];
const POOL_SHARES = [2, 2, 1, 2];
const PHOTOS_TO_PICK = 1_000;
/** Places of photos in their album. */
const PICKED = [1, 4, 6];
const BUYERS_PER_LINK = 15;
const UNDECIDED_PER_REMINDER = 4;
const CUSTOMERS_PER_ATHLETE = 12;
/** Faces are searched for these many athletes; more would keep the processor busy for minutes. */
const SEARCHED_ATHLETES = 3;
/** The money of a sale arrives three days later; on quiet days there is nothing to tidy up. */
const BUSY_DAYS = 4;
const PARENT = 'parent@encore.test';
/** Scenes with one face that is large enough for a reference photo. */
const PORTRAITS: Partial<Record<Palette, string>> = {
  violet: 'portrait-01-violet.jpg',
  amber: 'portrait-02-amber.jpg',
  rose: 'solo-01-rose.jpg',
};

type OfAlbum = { email: string; album: string };
type Follow = { programName: string; teamName: string };
type Talk = { from: string; text: string; minutesLater: number }[];
/** What somebody does, by its kind. Customers are named by email address, albums by identifier. */
export type Steps = {
  coupon: { code: string; percentOff: number | null; amountOffCents: number | null; endsAt: Date | null };
  join: { customer: number; follows: Follow[] };
  publish: { albums: { identifier: string; at: Date; followers: string[] }[] };
  visit: OfAlbum & { views: number };
  'buy-album': OfAlbum & { coupon?: string };
  'buy-photos': OfAlbum & { photos: number[]; coupon?: string };
  'buy-cart': { email: string; albums: string[]; giftTo?: string };
  declined: OfAlbum;
  remind: OfAlbum & { photos: number[]; isOpened: boolean; isBought: boolean };
  /** Nobody opens a link without `openedAfterMinutes`. */
  'share-photos': OfAlbum & { photos: number[]; label: string; openedAfterMinutes?: number };
  pool: OfAlbum & { shares: number; members: PoolMember[]; end: 'filled' | 'open' | 'expired' };
  refund: { email: string; memo: string; approval: 'given' | 'waiting' };
  chat: { email: string; talk: Talk; isClosed: boolean };
  bug: { email: string; bug: number };
  report: OfAlbum & {
    photo: number;
    words: (typeof words.reports)[number];
    decision: 'removed' | 'kept' | null;
  };
  evidence: { email: string; note: string };
  note: { email: string; text: string };
  'event-link': { album: string; link: 'producer' | 'pass'; label: string };
  athlete: { email: string; name: string; teamName: string };
  reference: { email: string; scene: string };
  day: object;
  end: { since: Date };
};
export type StepOf<Kind extends keyof Steps> = Kind extends unknown
  ? { kind: Kind; at: Date } & Steps[Kind]
  : never;
export type SeasonStep = StepOf<keyof Steps>;
type PoolMember = { email: string; shares: number; minutesLater: number };

export type SeasonCustomer = (typeof words.places)[number] & {
  email: string;
  firstName: string;
  lastName: string;
  /** The token of the sandbox's test card that this customer pays with. */
  card: string;
};

type Fan = { email: string; teams: string[]; joinsAt: number };
type Plan = {
  random: Random;
  data: DemoData;
  albums: DemoAlbum[];
  customers: SeasonCustomer[];
  until: number;
  steps: SeasonStep[];
  add<Kind extends keyof Steps>(kind: Kind, at: number, step: Steps[Kind]): void;
  of<Kind extends keyof Steps>(...kinds: Kind[]): StepOf<Kind>[];
  /** Counts visits that end without a purchase, of customers who are not reminded of anything yet. */
  undecided: number;
};

/** Returns the same half year for the same day: who comes, looks and buys, in the order of time. */
export function planSeason({ today, customers: count }: { today: Date; customers: number }): {
  customers: SeasonCustomer[];
  steps: SeasonStep[];
} {
  const random = seededRandom(RANDOM_SEED);
  const data = buildDemoData({ today });
  const steps: SeasonStep[] = [];
  const plan: Plan = {
    random,
    data,
    albums: soldAlbums(data),
    customers: buildCustomers(random, count),
    until: today.getTime() - QUIET_MS,
    steps,
    add: (kind, at, step) => steps.push({ ...step, kind, at: new Date(at) } as unknown as SeasonStep),
    of: (...kinds) => steps.filter((step) => (kinds as string[]).includes(step.kind)) as never,
    undecided: 0,
  };
  const fans = plan.customers.map((customer, index) => planJoin(plan, customer, index));
  for (const event of Map.groupBy(plan.albums, (album) => album.eventKey).values())
    planEvent(plan, event, fans);
  planDemoParents(plan);
  planAthletes(plan);
  planCoupons(plan);
  planRefunds(plan);
  planBigRefunds(plan);
  planDisputes(plan);
  planTalks(plan);
  planReports(plan);
  planLinks(plan);
  return { customers: plan.customers, steps: inOrder(plan) };
}

/** Albums of archived events are not sold any more. */
function soldAlbums({ albums, events }: DemoData): DemoAlbum[] {
  const open = new Set(
    events.flatMap((event) => (event.isPhotographed && !event.archived ? [event.key] : [])),
  );
  return albums
    .filter((album) => open.has(album.eventKey))
    .sort((a, b) => a.plannedAt.getTime() - b.plannedAt.getTime());
}

/** Every family name is invented, and `.test` addresses cannot exist. */
function buildCustomers(random: Random, count: number): SeasonCustomer[] {
  const [firstNames, lastNames] = [words.firstNames.split(' '), words.lastNames.split(' ')];
  return Array.from({ length: count }, (_, index) => {
    const firstName = firstNames[index % firstNames.length] as string;
    const lastName = lastNames[Math.floor(index / firstNames.length) % lastNames.length] as string;
    const email = `${firstName}.${lastName}@families.test`.toLowerCase();
    return { email, firstName, lastName, ...pick(random, words.places), card: pick(random, CARDS) };
  });
}

function planJoin(
  { random, data, albums, until, add }: Plan,
  { email }: SeasonCustomer,
  customer: number,
): Fan {
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
  return { email, joinsAt, teams: [first.teamKey, ...second.map(({ key }) => key)] };
}

function planEvent(plan: Plan, albums: DemoAlbum[], fans: Fan[]): void {
  const published = albums.map((album) => {
    const at = new Date(album.plannedAt.getTime() + 45 * MINUTE_MS);
    const before = fans.filter((fan) => fan.teams.includes(album.teamKey) && fan.joinsAt < at.getTime());
    const isOfParent = ['northshore-elite/royals', 'bayline-cheer/tidal'].includes(album.teamKey);
    const followers = [...before.map(({ email }) => email), ...(isOfParent ? [PARENT] : [])];
    return { identifier: demoIdentifier(album), at, followers };
  });
  plan.add('publish', published.at(-1)?.at.getTime() ?? plan.until, { albums: published });
  for (const [index, album] of albums.entries()) {
    const team = fans.filter(
      (fan) => fan.teams.includes(album.teamKey) && fan.joinsAt < plan.until - 2 * DAY_MS,
    );
    const rest = index % 2 === 1 ? planPool(plan, album, team) : team;
    for (const fan of rest) planFan(plan, album, fan);
  }
}

/** A family shares an album with others of the team; the rest of the team buys as usual. */
function planPool({ random, until, add, of }: Plan, album: DemoAlbum, team: Fan[]): Fan[] {
  const [owner, ...others] = shuffle(random, team);
  const members = others.slice(0, 3);
  if (!owner || members.length < 2) return team;
  const at = startOf(album, [owner, ...members], random);
  if (at > until - HOUR_MS) return team;
  const isRecent = at > until - 5 * DAY_MS;
  const isUnlucky = of('pool').length % 4 === 2;
  const end = isRecent ? 'open' : isUnlucky || members.length < 3 ? 'expired' : 'filled';
  const taken = end === 'filled' ? members : members.slice(0, 2);
  const joining = taken.map(({ email }, index) => ({
    email,
    shares: POOL_SHARES[index + 1] ?? 1,
    minutesLater: isRecent ? 10 * (index + 1) : Math.round(between(random, 30, 600)) * (index + 1),
  }));
  const own = { email: owner.email, album: demoIdentifier(album) };
  add('visit', at - 20 * MINUTE_MS, { ...own, views: 1 });
  add('pool', at, { ...own, shares: POOL_SHARES[0] ?? 1, members: joining, end });
  return others.slice(3);
}

function planFan(plan: Plan, album: DemoAlbum, fan: Fan): void {
  const { random, until, add } = plan;
  const at = startOf(album, [fan], random);
  if (random() < 0.12 || at > until) return;
  const own = { email: fan.email, album: demoIdentifier(album) };
  add('visit', at, { ...own, views: 1 + Math.floor(random() * 3) });
  const boughtAt = at + between(random, 5, 90) * MINUTE_MS;
  const coupon = random() < 0.14 ? { coupon: pick(random, COUPONS) } : {};
  const choice = random();
  if (boughtAt > until) return;
  if (choice < 0.26) {
    add('buy-album', boughtAt, { ...own, ...coupon });
    planSharing(plan, own, boughtAt);
  } else if (choice < 0.6) {
    const count = 1 + Math.floor(random() * 4);
    const photos = Array.from({ length: count }, () => Math.floor(random() * PHOTOS_TO_PICK));
    add('buy-photos', boughtAt, { ...own, ...coupon, photos });
  } else if (choice < 0.63) {
    add('buy-cart', boughtAt, { email: own.email, albums: [own.album], giftTo: `grandma.of.${own.email}` });
  } else if (choice < 0.67) add('declined', boughtAt, own);
  else planReminder(plan, own, at);
  const again = boughtAt + between(random, 2, 25) * DAY_MS;
  if (random() < 0.35 && again < until) add('visit', again, { ...own, views: 1 });
}

/** Some of those who buy nothing mark photos; the reminder brings some of them back. */
function planReminder(plan: Plan, own: OfAlbum, at: number): void {
  const reminded = plan.of('remind');
  // Nobody gets two of these mails within a day, so nobody is reminded twice here.
  if (reminded.some((step) => step.email === own.email) || at > plan.until - 4 * DAY_MS) return;
  plan.undecided += 1;
  if (plan.undecided % UNDECIDED_PER_REMINDER !== 0) return;
  const answer = { isOpened: reminded.length % 2 === 0, isBought: reminded.length % 4 === 0 };
  plan.add('remind', at + 3 * MINUTE_MS, { ...own, photos: PICKED, ...answer });
}

/** Some buyers of an album send photos to others, and most of those look. */
function planSharing({ until, add, of }: Plan, own: OfAlbum, boughtAt: number): void {
  const number = of('buy-album').length;
  const at = boughtAt + 2 * HOUR_MS;
  if (number % BUYERS_PER_LINK !== 0 || at > until - DAY_MS) return;
  const label = words.sharedWith[(number / BUYERS_PER_LINK) % words.sharedWith.length] ?? '';
  const opened = number % (4 * BUYERS_PER_LINK) === 0 ? {} : { openedAfterMinutes: 10 + number };
  add('share-photos', at, { ...own, photos: [0, 2, 5, 7], label, ...opened });
}

/** Most people look within two days after the album is up or they have joined. */
function startOf(album: DemoAlbum, people: Fan[], random: Random): number {
  const joined = people.map((fan) => fan.joinsAt + 15 * MINUTE_MS);
  const ready = Math.max(album.plannedAt.getTime() + HOUR_MS, ...joined);
  return ready + between(random, 0.2, 1) ** 3 * 8 * DAY_MS;
}

/** The demo parents have bought, shared, asked and been answered, so that each of their pages shows something. */
function planDemoParents({ until, albums, add }: Plan): void {
  const albumOf = (teamKey: string, back: number) =>
    albums.filter((one) => one.teamKey === teamKey).at(-1 - back);
  const buy = (email: string, album: DemoAlbum | undefined, how: 'album' | 'photos', hoursLater: number) => {
    if (!album) return undefined;
    const at = Math.min(album.plannedAt.getTime() + hoursLater * HOUR_MS, until - 2 * HOUR_MS);
    const own = { email, album: demoIdentifier(album) };
    add('visit', at - HOUR_MS / 2, { ...own, views: 2 });
    if (how === 'album') add('buy-album', at, own);
    else add('buy-photos', at, { ...own, photos: PICKED });
    return { ...own, at };
  };
  const share = (bought: ReturnType<typeof buy>, label: string) => {
    if (!bought) return;
    const { at, ...own } = bought;
    add('share-photos', at + HOUR_MS, { ...own, photos: PICKED, label, openedAfterMinutes: 40 });
  };
  share(buy(PARENT, albumOf('northshore-elite/royals', 1), 'album', 20), 'Grandma and Grandpa');
  share(buy(PARENT, albumOf('northshore-elite/royals', 0), 'photos', 14), 'Coach');
  buy(PARENT, albumOf('northshore-elite/lady-comets', 1), 'photos', 40);
  buy(PARENT, albumOf('cascade-athletics/onyx', 1), 'album', 30);
  const shared = albumOf('bayline-cheer/tidal', 0);
  if (shared) {
    const at = Math.max(shared.plannedAt.getTime() + 4 * HOUR_MS, until - 1.5 * DAY_MS);
    const own = { email: PARENT, album: demoIdentifier(shared) };
    const members = [
      { email: 'parent2@encore.test', shares: 1, minutesLater: 95 },
      { email: 'parent3@encore.test', shares: 2, minutesLater: 240 },
    ];
    add('visit', at - HOUR_MS, { ...own, views: 1 });
    add('pool', at, { ...own, shares: 2, members, end: 'open' });
  }
  buy('parent2@encore.test', albumOf('velvet-motion-dance/reverie', 0), 'album', 26);
  buy('parent2@encore.test', albumOf('harbor-heat/ember', 0), 'photos', 33);
  buy('parent3@encore.test', albumOf('ironwood-spirit/timber', 0), 'photos', 18);
}

/** Some parents name their athlete and consent to the search; a few have added a picture. */
function planAthletes({ until, data, customers, add, of }: Plan): void {
  let searched = -1;
  const name = (email: string, at: number, athlete: string, team: DemoTeam | undefined) => {
    add('athlete', at, { email, name: athlete, teamName: team?.teamName ?? '' });
    const scene = team && PORTRAITS[team.palette];
    if (!scene || searched >= SEARCHED_ATHLETES) return;
    add('reference', until - 5 * MINUTE_MS, { email, scene });
    searched += 1;
  };
  const ofParent = data.teams.find(({ key }) => key === 'northshore-elite/lady-comets');
  name(PARENT, until - 20 * DAY_MS, 'Maya', ofParent);
  const joining = of('join').filter(({ customer }) => customer % CUSTOMERS_PER_ATHLETE === 0);
  for (const [index, { at, customer, follows }] of joining.entries()) {
    const team = data.teams.find(
      (one) => one.programName === follows[0]?.programName && one.teamName === follows[0].teamName,
    );
    const athlete = words.athletes[index % words.athletes.length] ?? '';
    name(customers[customer]?.email ?? '', at.getTime() + HOUR_MS, athlete, team);
  }
}

function planCoupons({ albums, until, add }: Plan): void {
  const at = (albums[0]?.plannedAt.getTime() ?? until) - 30 * DAY_MS;
  const endsAt = new Date(until - 40 * DAY_MS);
  add('coupon', at, { code: 'TEAM10', percentOff: 10, amountOffCents: null, endsAt: null });
  add('coupon', at, { code: 'EARLY5', percentOff: null, amountOffCents: 500, endsAt: null });
  add('coupon', at, { code: 'SUMMER20', percentOff: 20, amountOffCents: null, endsAt });
}

/** What the families did, without the demo parents, in the order of time. */
function byFamilies<Kind extends 'buy-album' | 'buy-photos' | 'visit'>(plan: Plan, ...kinds: Kind[]) {
  return (plan.of(...kinds) as StepOf<'visit'>[])
    .filter(({ email }) => email.endsWith('@families.test'))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

function planRefunds(plan: Plan): void {
  const { random, until, add } = plan;
  const buyers = new Set<string>();
  for (const [index, { at, email }] of byFamilies(plan, 'buy-album', 'buy-photos').entries()) {
    const asksAt = at.getTime() + between(random, 3, 90) * HOUR_MS;
    if (index % 14 !== 5 || buyers.has(email) || asksAt > until) continue;
    buyers.add(email);
    add('refund', asksAt, { email, memo: pick(random, words.refundMemos), approval: 'given' });
  }
}

/** A refund of two albums needs a second person: one was given, one still waits. */
function planBigRefunds({ until, albums, customers, add, of }: Plan): void {
  const joined = of('join').filter(({ at }) => at.getTime() < until - 2 * DAY_MS);
  for (const [index, approval] of (['given', 'waiting'] as const).entries()) {
    const { customer, follows } = joined.at(-1 - index) ?? {};
    const { email } = customers[customer ?? -1] ?? {};
    if (!email || !follows) continue;
    const programs = follows.map(({ programName }) => programName);
    const chosen = albums
      .filter(({ programName }) => !programs.includes(programName))
      .slice(-2 - 2 * index)
      .slice(0, 2)
      .map(demoIdentifier);
    const at = until - (20 + 5 * index) * HOUR_MS;
    for (const album of chosen) add('visit', at - HOUR_MS, { email, album, views: 1 });
    add('buy-cart', at, { email, albums: chosen });
    add('refund', at + 4 * HOUR_MS, { email, memo: 'Ordered the albums of the wrong gym', approval });
  }
}

/** Each of these buyers pays with a test card that leads to trouble. */
function planDisputes(plan: Plan): void {
  const { until, customers, add, of } = plan;
  const sharing = of('pool').flatMap((step) => [step, ...step.members].map(({ email }) => email));
  const busy = new Set([...sharing, ...of('refund').map(({ email }) => email)]);
  const sales = Map.groupBy(byFamilies(plan, 'buy-album', 'buy-photos'), ({ email }) => email);
  const [recent, returned, answered, inquiry] = [...sales.values()]
    .flatMap((own) => (own.length <= 2 ? own.slice(-1) : []))
    .filter(({ email, at }) => !busy.has(email) && at.getTime() < until - 8 * HOUR_MS)
    .toReversed();
  const trouble = (
    sale: StepOf<'visit'> | undefined,
    card: string,
    then?: (email: string, at: number) => void,
  ) => {
    const customer = customers.find(({ email }) => email === sale?.email);
    if (!sale || !customer) return;
    customer.card = card;
    then?.(sale.email, sale.at.getTime() + DAY_MS);
  };
  trouble(recent, 'pm_card_createDispute');
  trouble(returned, 'pm_card_refundFail', (email, at) =>
    add('refund', Math.min(at, until - 2 * HOUR_MS), {
      email,
      memo: words.refundMemos[0] ?? '',
      approval: 'given',
    }),
  );
  trouble(answered, 'pm_card_createDispute', (email, at) => {
    const note = 'The buyer viewed the album twice, then bought and downloaded it.';
    add('evidence', Math.min(at, until - HOUR_MS), { email, note });
  });
  trouble(inquiry, 'pm_card_createDisputeInquiry');
}

function planTalks(plan: Plan): void {
  const { random, until, add } = plan;
  const people = byFamilies(plan, 'visit');
  const every = Math.max(1, Math.floor(people.length / 24));
  const known = new Set<string>();
  for (const [index, { at, email }] of people.filter((_, place) => place % every === 0).entries()) {
    if (known.has(email) || at.getTime() > until - 3 * DAY_MS) continue;
    known.add(email);
    const talk = words.answeredTalks[index % words.answeredTalks.length] as Talk;
    const isClosed = index % 3 !== 0 || talk.at(-1)?.from === 'customer';
    add('chat', at.getTime() + 2 * HOUR_MS, { email, talk, isClosed });
  }
  const waiting = people.filter(({ email }) => !known.has(email)).toReversed();
  /** Somebody who has not written to the staff yet. */
  const takeNew = () => {
    const person = waiting.find(({ email }) => !known.has(email));
    if (person) known.add(person.email);
    return person ?? { email: '', at: new Date(Number.POSITIVE_INFINITY) };
  };
  for (const [index, talk] of words.openTalks.entries()) {
    const person = takeNew();
    const at = until - (index * 7 + between(random, 8, 13)) * HOUR_MS;
    if (at > person.at.getTime()) add('chat', at, { email: person.email, talk, isClosed: false });
  }
  for (const bug of words.bugs.keys()) {
    const { email } = takeNew();
    if (email) add('bug', until - (3 + bug * 9) * HOUR_MS, { email, bug });
  }
  add('chat', until - 9 * DAY_MS, { email: PARENT, talk: words.answeredTalks[0] as Talk, isClosed: true });
  for (const [index, text] of words.notes.entries()) {
    const { email, at } = takeNew();
    if (email) add('note', at.getTime() + index * HOUR_MS, { email, text });
  }
}

/** Staff have decided about most reports; those of the last day still wait. */
function planReports(plan: Plan): void {
  const { until, add } = plan;
  const visits = byFamilies(plan, 'visit');
  const early = visits.filter(({ at }) => at.getTime() < until - 4 * DAY_MS);
  const every = Math.max(1, Math.floor(early.length / 14));
  const wordsOf = (index: number) => words.reports[index % words.reports.length] as Steps['report']['words'];
  for (const [index, { at, email, album }] of early.filter((_, i) => i % every === every - 1).entries()) {
    const said = wordsOf(index);
    const decision = said.type === 'wrong_album' || index % 4 === 0 ? 'removed' : 'kept';
    add('report', at.getTime() + 10 * MINUTE_MS, { email, album, photo: index, words: said, decision });
  }
  for (const [index, { email, album, at }] of visits.slice(-5).entries()) {
    const when = Math.max(at.getTime() + 5 * MINUTE_MS, until - (20 - index) * HOUR_MS);
    add('report', when, { email, album, photo: index + 2, words: wordsOf(index * 3), decision: null });
  }
}

function planLinks({ until, albums, add }: Plan): void {
  const newest = albums.at(-1);
  if (!newest) return;
  const at = Math.min(newest.plannedAt.getTime() - 2 * DAY_MS, until);
  const album = demoIdentifier(newest);
  add('event-link', at, { album, link: 'producer', label: 'Event producer' });
  for (const label of words.photographers.slice(0, 2)) add('event-link', at, { album, link: 'pass', label });
}

/** Once a day the provider pays out and the shop tidies up. */
function inOrder({ steps, until }: Plan): SeasonStep[] {
  const busy = new Set(
    steps.flatMap(({ at }) =>
      Array.from({ length: BUSY_DAYS }, (_, day) => Math.floor(at.getTime() / DAY_MS) + day),
    ),
  );
  const days = [...busy]
    .map((day) => ({ kind: 'day' as const, at: new Date(day * DAY_MS + 12 * HOUR_MS) }))
    .filter(({ at }) => at.getTime() < until);
  const ordered = [...steps, ...days].sort((a, b) => a.at.getTime() - b.at.getTime());
  return [...ordered, { kind: 'end', at: new Date(until), since: ordered[0]?.at ?? new Date(until) }];
}
