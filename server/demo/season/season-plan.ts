import { buildDemoData } from '#server/demo/demo-data.ts';
import type { DemoAlbum, DemoData } from '#server/demo/demo-data.types.ts';
import { demoIdentifier } from '#server/demo/demo-identifier.ts';
import { between, pick, type Random, seededRandom, shuffle } from '#server/demo/seeded-random.ts';
import { planAthletes } from './plan-athletes.ts';
import { planDemoParents } from './plan-demo-parents.ts';
import { planStaffWork } from './plan-staff-work.ts';
import { buildSeasonCustomers, type SeasonCustomer } from './season-people.ts';
import type { PoolMember, SeasonStep } from './season-plan.types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './season-times.ts';

const RANDOM_SEED = 20_261_116;
/** What happens last stays a little in the past, so that payments are settled when the season ends. */
const QUIET_MS = HOUR_MS;
const POOL_SHARES = [2, 2, 1, 2];
const PHOTOS_TO_PICK = 1_000;
const BUYERS_PER_LINK = 15;
const UNDECIDED_PER_REMINDER = 4;
const SHARED_WITH = ['Grandma', 'Aunt June', 'Coach', 'Teammates', 'Dad'];
const COUPONS = ['TEAM10', 'EARLY5'];
const PARENT_TEAMS = ['northshore-elite/royals', 'bayline-cheer/tidal'];

export type SeasonPlan = { customers: SeasonCustomer[]; steps: SeasonStep[] };

type Fan = { email: string; teams: string[]; joinsAt: number };
type PlanParts = {
  random: Random;
  data: DemoData;
  until: number;
  steps: SeasonStep[];
  /** Counts visits that end without a purchase, of customers who are not reminded of anything yet. */
  undecided: number;
};

/** Returns the same half year for the same day: who comes, looks and buys, in the order of time. */
export function planSeason({ today, customers: count }: { today: Date; customers: number }): SeasonPlan {
  const random = seededRandom(RANDOM_SEED);
  const data = buildDemoData({ today });
  const customers = buildSeasonCustomers(random, count);
  const parts: PlanParts = { random, data, until: today.getTime() - QUIET_MS, steps: [], undecided: 0 };
  const albums = soldAlbums(data);
  const fans = customers.map((customer, index) => planJoin(parts, customer, index, albums));
  for (const event of Map.groupBy(albums, (album) => album.eventKey).values()) planEvent(parts, event, fans);
  planDemoParents(parts, albums);
  planAthletes(parts, customers);
  planStaffWork(parts, customers, albums);
  return { customers, steps: inOrder(parts) };
}

/** Albums of archived events are not sold any more. */
function soldAlbums({ albums, events }: DemoData): DemoAlbum[] {
  const open = new Set(
    events.filter((event) => event.isPhotographed && !event.archived).map(({ key }) => key),
  );
  return albums
    .filter((album) => open.has(album.eventKey))
    .sort((a, b) => a.plannedAt.getTime() - b.plannedAt.getTime());
}

function planJoin(
  { random, data, steps, until }: PlanParts,
  { email }: SeasonCustomer,
  customer: number,
  albums: DemoAlbum[],
): Fan {
  const first = albums[Math.floor((customer * albums.length * 7.3) % albums.length)] as DemoAlbum;
  const cousins = data.teams.filter(
    (team) => team.programName === first.programName && team.key !== first.teamKey,
  );
  const second = random() < 0.3 && cousins.length > 0 ? pick(random, cousins) : undefined;
  const comesEarly = random() < 0.6;
  const days = comesEarly ? -between(random, 1, 9) : between(random, 0.1, 3);
  const joinsAt = Math.min(first.plannedAt.getTime() + days * DAY_MS, until - DAY_MS);
  const follows = [first, ...(second ? [second] : [])].map(({ programName, teamName }) => ({
    programName,
    teamName,
  }));
  steps.push({ kind: 'join', at: new Date(joinsAt), customer, follows });
  return { email, joinsAt, teams: [first.teamKey, ...(second ? [second.key] : [])] };
}

function planEvent(parts: PlanParts, albums: DemoAlbum[], fans: Fan[]): void {
  const published = albums.map((album) => {
    const at = new Date(album.plannedAt.getTime() + 45 * MINUTE_MS);
    const before = fans.filter((fan) => fan.teams.includes(album.teamKey) && fan.joinsAt < at.getTime());
    const parents = PARENT_TEAMS.includes(album.teamKey) ? ['parent@encore.test'] : [];
    return {
      identifier: demoIdentifier(album),
      at,
      followers: [...before.map(({ email }) => email), ...parents],
    };
  });
  const last = published.at(-1)?.at ?? new Date(parts.until);
  parts.steps.push({ kind: 'publish', at: last, albums: published });
  for (const [index, album] of albums.entries()) {
    const team = fans.filter(
      (fan) => fan.teams.includes(album.teamKey) && fan.joinsAt < parts.until - 2 * DAY_MS,
    );
    const rest = index % 2 === 1 ? planPool(parts, album, team) : team;
    for (const fan of rest) planFan(parts, album, fan);
  }
}

/** A family shares an album with others of the team; the rest of the team buys as usual. */
function planPool(parts: PlanParts, album: DemoAlbum, team: Fan[]): Fan[] {
  const { random, steps, until } = parts;
  const [owner, ...others] = shuffle(random, team);
  const members = others.slice(0, 3);
  if (!owner || members.length < 2) return team;
  const at = startOf(album, [owner, ...members], random);
  if (at > until - HOUR_MS) return team;
  const isRecent = at > until - 5 * DAY_MS;
  const isUnlucky = steps.filter((step) => step.kind === 'pool').length % 4 === 2;
  const end = isRecent ? 'open' : isUnlucky || members.length < 3 ? 'expired' : 'filled';
  const taken = end === 'filled' ? members : members.slice(0, 2);
  const joining: PoolMember[] = taken.map(({ email }, index) => ({
    email,
    shares: POOL_SHARES[index + 1] ?? 1,
    minutesLater: isRecent ? 10 * (index + 1) : Math.round(between(random, 30, 600)) * (index + 1),
  }));
  const name = demoIdentifier(album);
  steps.push({ kind: 'visit', at: new Date(at - 20 * MINUTE_MS), email: owner.email, album: name, views: 1 });
  const shares = POOL_SHARES[0] ?? 1;
  steps.push({
    kind: 'pool',
    at: new Date(at),
    email: owner.email,
    album: name,
    shares,
    members: joining,
    end,
  });
  return others.slice(3);
}

function planFan(parts: PlanParts, album: DemoAlbum, fan: Fan): void {
  const { random, steps, until } = parts;
  const at = startOf(album, [fan], random);
  if (random() < 0.12 || at > until) return;
  const name = demoIdentifier(album);
  const { email } = fan;
  const views = 1 + Math.floor(random() * 3);
  steps.push({ kind: 'visit', at: new Date(at), email, album: name, views });
  const boughtAt = at + between(random, 5, 90) * MINUTE_MS;
  const coupon = random() < 0.14 ? { coupon: pick(random, COUPONS) } : {};
  const choice = random();
  if (boughtAt > until) return;
  const buying = { at: new Date(boughtAt), email, ...coupon };
  if (choice < 0.26) {
    steps.push({ kind: 'buy-album', ...buying, album: name });
    planSharing(parts, { email, album: name, boughtAt });
  } else if (choice < 0.6) {
    const photos = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
      Math.floor(random() * PHOTOS_TO_PICK),
    );
    steps.push({ kind: 'buy-photos', ...buying, album: name, photos });
  } else if (choice < 0.63) {
    steps.push({ kind: 'buy-cart', at: buying.at, email, albums: [name], giftTo: `grandma.of.${email}` });
  } else if (choice < 0.67) steps.push({ kind: 'declined', at: buying.at, email, album: name });
  else planReminder(parts, { email, album: name, at });
  const again = boughtAt + between(random, 2, 25) * DAY_MS;
  if (random() < 0.35 && again < until) {
    steps.push({ kind: 'visit', at: new Date(again), email, album: name, views: 1 });
  }
}

/** Some of those who buy nothing mark photos; the reminder brings some of them back. */
function planReminder(
  parts: PlanParts,
  { email, album, at }: { email: string; album: string; at: number },
): void {
  const { steps, until } = parts;
  const reminded = steps.filter((step) => step.kind === 'remind');
  // Nobody gets two of these mails within a day, so nobody is reminded twice here.
  if (reminded.some((step) => step.email === email) || at > until - 4 * DAY_MS) return;
  parts.undecided += 1;
  if (parts.undecided % UNDECIDED_PER_REMINDER !== 0) return;
  const number = reminded.length;
  const markedAt = new Date(at + 3 * MINUTE_MS);
  const answer = { isOpened: number % 2 === 0, isBought: number % 4 === 0 };
  steps.push({ kind: 'remind', at: markedAt, email, album, photos: [1, 4, 6], ...answer });
}

/** Some buyers of an album send photos to others, and most of those look. */
function planSharing(
  { steps, until }: PlanParts,
  { email, album, boughtAt }: { email: string; album: string; boughtAt: number },
): void {
  const number = steps.filter((step) => step.kind === 'buy-album').length;
  const at = boughtAt + 2 * HOUR_MS;
  if (number % BUYERS_PER_LINK !== 0 || at > until - DAY_MS) return;
  const label = SHARED_WITH[(number / BUYERS_PER_LINK) % SHARED_WITH.length] ?? '';
  const opened = number % (4 * BUYERS_PER_LINK) === 0 ? {} : { openedAfterMinutes: 10 + number };
  steps.push({
    kind: 'share-photos',
    at: new Date(at),
    email,
    album,
    photos: [0, 2, 5, 7],
    label,
    ...opened,
  });
}

/** Most people look within two days after the album is up or they have joined. */
function startOf(album: DemoAlbum, people: Fan[], random: Random): number {
  const ready = Math.max(
    album.plannedAt.getTime() + HOUR_MS,
    ...people.map((fan) => fan.joinsAt + 15 * MINUTE_MS),
  );
  return ready + between(random, 0.2, 1) ** 3 * 8 * DAY_MS;
}

/** The money of a sale arrives three days later; on quiet days there is nothing to tidy up. */
const BUSY_DAYS = 4;

/** Once a day the provider pays out and the shop tidies up. */
function inOrder({ steps, until }: PlanParts): SeasonStep[] {
  const dayOf = (step: SeasonStep) => Math.floor(step.at.getTime() / DAY_MS);
  const busy = new Set(
    steps.flatMap((step) => Array.from({ length: BUSY_DAYS }, (_, day) => dayOf(step) + day)),
  );
  const days = [...busy]
    .map((day) => new Date(day * DAY_MS + 12 * HOUR_MS))
    .filter((at) => at.getTime() < until);
  const ordered = [...steps, ...days.map((at) => ({ kind: 'day', at }) as const)].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  const since = ordered[0]?.at ?? new Date(until);
  return [...ordered, { kind: 'end', at: new Date(until), since }];
}
