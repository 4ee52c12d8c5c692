import { DAY_MS, HOUR_MS, MINUTE_MS, type OfAlbum, type SeasonCustomer } from './cast.ts';
import { buildDemoData, type DemoAlbum, type DemoData, demoIdentifier } from './demo-data.ts';
import { between, pick, type Random, seededRandom, shuffle } from './random.ts';
import { byTime, type Plan, type SeasonStep } from './season-steps.ts';
import { PARENT, planCopier, planIncidents, planRefunds, planReports, planTalks } from './season-troubles.ts';
import words from './words.json' with { type: 'json' };

const RANDOM_SEED = 20_261_116;
/** What happens last stays a little in the past, so that payments are settled when the season ends. */
const QUIET_MS = HOUR_MS;
const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'];
const COUPONS = ['TEAM10', 'EARLY5'];
const POOL_SHARES = [2, 2, 1, 2];
const PHOTOS_TO_PICK = 1_000;
/** Places of photos in their album. */
const PICKED = [1, 4, 6];
const UNDECIDED_PER_REMINDER = 4;
const CUSTOMERS_PER_ATHLETE = 12;
type Fan = { email: string; teams: string[]; joinsAt: number };
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
    add: (kind, at, details) => steps.push({ ...details, kind, at: new Date(at) } as unknown as SeasonStep),
    of: (kind) => steps.filter((step) => step.kind === kind) as never,
    undecided: 0,
  };
  const fans = plan.customers.slice(words.incidents.length);
  planFans(
    plan,
    fans.map(({ email }, index) => planJoin(plan, email, words.incidents.length + index)),
  );
  planRefunds(plan);
  planTalks(plan);
  planReports(plan);
  planIncidents(plan);
  planParents(plan);
  planAthletes(plan);
  planCoupons(plan);
  planMonths(plan);
  planCopier(plan);
  return { customers: plan.customers, steps: inOrder(plan) };
}

/** Each month is closed on the fifth of the next, except the last one, which waits to be closed. */
function planMonths({ steps, until, add }: Plan): void {
  const first = new Date(Math.min(...steps.map(({ at }) => at.getTime())));
  const fifths = Array.from({ length: 12 }, (_, month) =>
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month + 1, 5, 16),
  ).filter((at) => at < until);
  for (const at of fifths.slice(0, -1)) add('closeMonth', at, {});
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
    const card = words.incidents[index]?.card ?? pick(random, CARDS);
    return { email, firstName, lastName, ...pick(random, words.places), card };
  });
}

function planJoin({ random, data, albums, until, add }: Plan, email: string, customer: number): Fan {
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

function planFans(plan: Plan, fans: Fan[]): void {
  for (const albums of Map.groupBy(plan.albums, (album) => album.eventKey).values()) {
    for (const [index, album] of albums.entries()) {
      const team = fans.filter(
        (fan) => fan.teams.includes(album.teamKey) && fan.joinsAt < plan.until - 2 * DAY_MS,
      );
      const rest = index % 2 === 1 ? planPool(plan, album, team) : team;
      for (const fan of rest) planFan(plan, album, fan);
    }
  }
}

/** A family shares an album with others of the team; the rest of the team buys as usual. */
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
  if (choice < 0.26) add('buy', boughtAt, { ...own, ...coupon });
  else if (choice < 0.6) {
    const count = 1 + Math.floor(random() * 4);
    const photos = Array.from({ length: count }, () => Math.floor(random() * PHOTOS_TO_PICK));
    add('buy', boughtAt, { ...own, ...coupon, photos });
  } else if (choice < 0.63) {
    add('buy-cart', boughtAt, { email: own.email, albums: [own.album], giftTo: `grandma.of.${own.email}` });
  } else planReminder(plan, own, at);
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
  const albumOf = (team: string, eventsAgo: number) =>
    albums.filter(({ teamKey }) => teamKey === team).at(-1 - eventsAgo);
  for (const { email, team, eventsAgo, hoursLater, photos, sharedWith } of words.parents) {
    const album = albumOf(team, eventsAgo);
    if (!album) continue;
    const at = Math.min(album.plannedAt.getTime() + hoursLater * HOUR_MS, until - 2 * HOUR_MS);
    const own = { email, album: demoIdentifier(album) };
    add('visit', at - HOUR_MS / 2, { ...own, views: 2 });
    add('buy', at, { ...own, ...(photos && { photos }) });
    if (!sharedWith) continue;
    add('share-photos', at + HOUR_MS, { ...own, photos: PICKED, label: sharedWith, openedAfterMinutes: 40 });
  }
  const shared = albumOf('Bayline Cheer/Tidal', 0);
  if (!shared) return;
  const at = Math.max(shared.plannedAt.getTime() + 4 * HOUR_MS, until - 1.5 * DAY_MS);
  const own = { email: PARENT, album: demoIdentifier(shared) };
  const members = [
    { email: PARENT, shares: 2, minutesLater: 0 },
    { email: 'parent2@encore.test', shares: 1, minutesLater: 95 },
    { email: 'parent3@encore.test', shares: 2, minutesLater: 240 },
  ];
  add('visit', at - HOUR_MS, { ...own, views: 1 });
  add('pool', at, { ...own, members, end: 'open' });
}

/** Some parents name their athlete and consent to the search. */
function planAthletes({ until, customers, add, of }: Plan): void {
  // The search for faces keeps the processor busy, so it begins last.
  for (const athlete of words.athletesToFind) add('athlete', until - 5 * MINUTE_MS, athlete);
  const parents = of('join').filter(({ customer }) => customer % CUSTOMERS_PER_ATHLETE === 0);
  for (const [index, { at, customer, follows }] of parents.entries()) {
    const name = words.athletes[index % words.athletes.length] ?? '';
    const [team] = follows;
    const email = customers[customer]?.email ?? '';
    add('athlete', at.getTime() + HOUR_MS, { email, name, teamName: team?.teamName ?? '' });
  }
}

function planCoupons({ albums, until, add }: Plan): void {
  const startsAt = (albums[0]?.plannedAt.getTime() ?? until) - 30 * DAY_MS;
  for (const coupon of words.coupons) {
    const { endedDaysAgo: days } = coupon;
    const expires_at = days === null ? null : new Date(until - days * DAY_MS).toISOString();
    add('coupon', startsAt, { ...coupon, expires_at });
  }
  for (const reply of words.cannedReplies) add('reply', startsAt, reply);
}

function inOrder({ steps, until, add }: Plan): SeasonStep[] {
  const since = byTime(steps)[0]?.at ?? new Date(until);
  const noon = since.getTime() - (since.getTime() % DAY_MS) + DAY_MS / 2;
  for (let at = noon + DAY_MS; at < until; at += DAY_MS) add('day', at, {});
  return [...byTime(steps), { kind: 'end', at: new Date(until), since }];
}
