// Suggests how far a camera's clock is off, from when its photos were taken and when they arrived. In doubt it stays silent.
import { fileByTime, type Slot } from './filing.ts';

export type TakenImage = { cameraTimeMs: number; receivedAtMs: number };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Photographers pause while teams change, so a longer pause begins a new burst. */
const PAUSE_MS = MINUTE;
const MIN_BURSTS = 8;
const MAX_BURSTS = 60;
const FRAMES_PER_BURST = 6;
/** How well the suggested time must fit, and how far it must lead over the clock as it is and over any other time. */
const MIN_FIT = 0.65;
const MIN_GAIN = 0.25;
const MIN_LEAD = 0.2;
/** Clocks are set by hand, so even near a whole hour they can be off by a minute or two. */
const NEAR = [0, MINUTE, -MINUTE, 2 * MINUTE, -2 * MINUTE];
const NEAR_MS = 2 * MINUTE;
const BETTER = 0.1;
const MAX_ZONE_HOURS = 14;
const MAX_MINUTES = 90;

export function suggestOffset(slots: readonly Slot[], frames: readonly TakenImage[]): number | undefined {
  const bursts = burstsOf(frames);
  if (bursts.length < MIN_BURSTS || slots.length < MIN_BURSTS) return undefined;
  const { from, to } = arrivalWindow(frames);
  const fitOf = (shift: number) => (shift >= from && shift <= to ? measureFit(slots, bursts, shift) : 0);
  const bestOf = (shifts: readonly number[]): Fit =>
    shifts
      .map((shift) => ({ shift, fit: fitOf(shift) }))
      .reduce((best, other) =>
        other.fit > best.fit + (best.shift === shifts[0] ? BETTER : 0) ? other : best,
      );
  const now = fitOf(0);
  for (const shifts of [wholeHours(slots, frames), HALF_HOURS, MINUTES]) {
    const fits =
      shifts === MINUTES
        ? shifts.map((shift) => ({ shift, fit: fitOf(shift) }))
        : shifts.map((shift) => bestOf(NEAR.map((near) => shift + near)));
    const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one));
    if (best.fit < MIN_FIT) continue;
    const isElsewhere = ({ shift }: Fit) => Math.abs(shift - best.shift) > NEAR_MS;
    const rest = MINUTES.map((minutes) => ({ shift: best.shift + minutes, fit: 0 })).filter(isElsewhere);
    // If a minute nearby fits better, the whole hour fits by chance.
    if (shifts !== MINUTES && rest.some(({ shift }) => fitOf(shift) > best.fit + BETTER)) continue;
    const lead = best.fit - Math.max(0, ...fits.filter(isElsewhere).map((rival) => rival.fit));
    return lead < MIN_LEAD || best.fit - now < MIN_GAIN ? undefined : best.shift / SECOND;
  }
  return undefined;
}

type Fit = { shift: number; fit: number };

const MINUTES = steps(-MAX_MINUTES, MAX_MINUTES).map((minutes) => minutes * MINUTE);
const HALF_HOURS = steps(-MAX_ZONE_HOURS, MAX_ZONE_HOURS).map(
  (hours) => (hours - Math.sign(hours) / 2) * HOUR,
);

function steps(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((step) => step !== 0);
}

/** Other time zones, and a right time on a wrong day. */
function wholeHours(slots: readonly Slot[], frames: readonly TakenImage[]): number[] {
  const dayOf = (ms = 0) => Math.round(ms / DAY);
  const first = dayOf(slots[0]?.plannedAtMs) - dayOf(frames[0]?.cameraTimeMs);
  const days = [first - 1, first, first + 1].filter((day) => day !== 0).map((day) => day * DAY);
  return [...steps(-MAX_ZONE_HOURS, MAX_ZONE_HOURS).map((hours) => hours * HOUR), ...days];
}

function burstsOf(frames: readonly TakenImage[]): number[][] {
  const bursts: number[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const ms of frames.map(({ cameraTimeMs }) => cameraTimeMs).sort((a, b) => a - b)) {
    if (ms - last > PAUSE_MS) bursts.push([ms]);
    else bursts.at(-1)?.push(ms);
    last = ms;
  }
  return spread(bursts, MAX_BURSTS).map((burst) => spread(burst, FRAMES_PER_BURST));
}

/** Returns at most `max` items, from the first to the last. */
export function spread<T>(items: readonly T[], max: number): T[] {
  if (items.length <= max) return [...items];
  return Array.from(
    { length: max },
    (_, index) => items[Math.round((index * (items.length - 1)) / (max - 1))] as T,
  );
}

/** A burst belongs to a team if this share of its photos does. */
const MIN_PART = 0.8;
/** Teams are photographed from about the same moment of their performance on. */
const IN_STEP_MS = 30 * SECOND;

/** From 0 to 1: each burst shows its own team, in step with the running order, and no team in between is missing. */
function measureFit(slots: readonly Slot[], bursts: readonly number[][], shift: number): number {
  const day = slotsAround(slots, (bursts[0]?.[0] ?? 0) + shift, (bursts.at(-1)?.at(-1) ?? 0) + shift);
  const places = new Map(day.map(({ albumId }, place) => [albumId, place]));
  const filed = bursts.flatMap((burst) => {
    const albums = Map.groupBy(burst, (ms) => fileByTime(day, ms + shift).albumId);
    const [albumId] = [...albums].find(([, frames]) => frames.length >= MIN_PART * burst.length) ?? [];
    const place = places.get(albumId ?? 0) ?? -1;
    const startMs = day[place]?.plannedAtMs;
    return startMs === undefined ? [] : [{ place, onset: (burst[0] ?? 0) + shift - startMs }];
  });
  const onsets = filed.map(({ onset }) => onset).sort((a, b) => a - b);
  const usual = onsets[Math.floor(onsets.length / 2)] ?? 0;
  const inStep = filed.filter(({ onset }) => Math.abs(onset - usual) <= IN_STEP_MS).map(({ place }) => place);
  if (inStep.length === 0) return 0;
  const teams = new Set(inStep).size;
  const missing = Math.max(...inStep) - Math.min(...inStep) + 1 - teams;
  return teams / (bursts.length + missing);
}

/** Filing among fewer slots is faster and gives the same albums. */
function slotsAround(slots: readonly Slot[], fromMs: number, toMs: number): readonly Slot[] {
  const first = slots.findLastIndex(({ plannedAtMs }) => plannedAtMs < fromMs - MINUTE);
  const after = slots.findIndex(({ plannedAtMs }) => plannedAtMs > toMs + MINUTE);
  return slots.slice(Math.max(0, first), after === -1 ? undefined : after + 1);
}

const TOLERANCE_MS = 2 * MINUTE;
const LIVE_SPREAD_MS = 10 * MINUTE;
const LIVE_SPAN_MS = 30 * MINUTE;
const LIVE_DELAY_MS = 15 * MINUTE;

/**
 * No photo arrives before it was taken. Where photos keep arriving at the same distance from their camera time, they are
 * sent as they are taken, and that distance is the error of the clock.
 */
export function arrivalWindow(frames: readonly TakenImage[]): { from: number; to: number } {
  const delays = frames.map(({ cameraTimeMs, receivedAtMs }) => receivedAtMs - cameraTimeMs);
  const times = frames.map(({ cameraTimeMs }) => cameraTimeMs);
  const least = Math.min(...delays);
  const isLive =
    Math.max(...delays) - least < LIVE_SPREAD_MS && Math.max(...times) - Math.min(...times) > LIVE_SPAN_MS;
  return {
    from: isLive ? least - LIVE_DELAY_MS : Number.NEGATIVE_INFINITY,
    to: least + TOLERANCE_MS,
  };
}
