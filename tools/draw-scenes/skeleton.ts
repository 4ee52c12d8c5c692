import { lerp, type Point, reachFor, step } from './geometry.ts';
import type { Bones, Pose } from './poses.ts';

/** Lengths are in hundredths of the body's height. */
export const BODY = {
  lowerBack: 13,
  upperBack: 14,
  neck: 3.4,
  head: 6.4,
  upperArm: 15,
  forearm: 13,
  hand: 5,
  thigh: 25,
  shin: 23.5,
};

export type Limb = { root: Point; joint: Point; end: Point; tip: Point; angle: number };

export type Skeleton = {
  pelvis: Point;
  spine: Point[];
  neck: Point;
  head: Point;
  headTilt: number;
  arms: [Limb, Limb];
  legs: [Limb, Limb];
};

export type PoseOptions = {
  pose: Pose;
  /** Turns the whole body clockwise. */
  spin: number;
  mirror: boolean;
  /** Fixes the hands at these points, measured from the pelvis in the same units. */
  hands: readonly [Point | undefined, Point | undefined];
  jitter: () => number;
};

export function buildSkeleton({ pose, spin, mirror, hands, jitter }: PoseOptions): Skeleton {
  const sign = mirror ? -1 : 1;
  const pelvis: Point = [0, 0];
  const tilts = pose.spine.map((tilt) => sign * (tilt + spin) + jitter() * 0.4) as [number, number];
  const waist = step(pelvis, 180 - tilts[0], BODY.lowerBack);
  const chest = step(waist, 180 - tilts[1], BODY.upperBack);
  const headTilt = tilts[1] + sign * pose.head * (pose.view === 'side' ? 1 : 0.6) + jitter();
  const neck = step(chest, 180 - tilts[1], BODY.neck * 0.45);
  const head = step(neck, 180 - headTilt, BODY.neck * 0.55 + BODY.head * 0.82);

  const isSide = pose.view === 'side';
  const shoulderHalf = isSide ? 1.2 : 8.1;
  const hipHalf = isSide ? 1 : 4.6;
  const order: [0 | 1, 0 | 1] = mirror && !isSide ? [1, 0] : [0, 1];
  const turn = (bones: Bones): Bones => [sign * (bones[0] - spin), sign * (bones[1] - spin)];
  const sideOf = (index: 0 | 1) => (index === 0 ? 1 : -1) as 1 | -1;

  const arm = (index: 0 | 1): Limb => {
    const outward = sideOf(index);
    const shoulder = step(step(chest, -tilts[1], 1.6), 90 - tilts[1], outward * shoulderHalf);
    const target = hands[index];
    const [upper, lower] = target
      ? reachFor(shoulder, target, BODY.upperArm, BODY.forearm + BODY.hand * 0.6, outward)
      : addJitter(turn(pose.arms[order[index]]), jitter);
    const elbow = step(shoulder, upper, BODY.upperArm);
    const wrist = step(elbow, lower, BODY.forearm);
    return { root: shoulder, joint: elbow, end: wrist, tip: step(wrist, lower, BODY.hand), angle: lower };
  };
  const leg = (index: 0 | 1): Limb => {
    const outward = sideOf(index);
    const hip = step(step(pelvis, -tilts[0], 0.5), 90 - tilts[0], outward * hipHalf);
    const [upper, lower] = addJitter(turn(pose.legs[order[index]]), () => jitter() * 0.4);
    const knee = step(hip, upper, BODY.thigh);
    if (pose.isKneeling) return { root: hip, joint: knee, end: knee, tip: knee, angle: 0 };
    const ankle = step(knee, lower, BODY.shin);
    const isFlat = pose.feet[order[index]] === 'flat';
    const footAngle = isFlat ? (isSide ? sign * 88 : outward * 52) : lower + (isSide ? sign * 8 : 0);
    const foot = isFlat ? (isSide ? 7 : 4.8) : 7.4;
    return { root: hip, joint: knee, end: ankle, tip: step(ankle, footAngle, foot), angle: footAngle };
  };

  return {
    pelvis,
    spine: [pelvis, lerp(pelvis, waist, 0.5), waist, lerp(waist, chest, 0.5), chest],
    neck,
    head,
    headTilt,
    arms: [arm(0), arm(1)],
    legs: [leg(0), leg(1)],
  };
}

export function lowestFoot({ legs }: Skeleton): number {
  return Math.max(...legs.flatMap((leg) => [leg.end[1] + 2.4, leg.tip[1] + 1.3]));
}

export function lowestHand({ arms }: Skeleton): number {
  return Math.max(...arms.map((arm) => arm.tip[1]));
}

function addJitter([upper, lower]: Bones, jitter: () => number): Bones {
  return [upper + jitter(), lower + jitter()];
}
