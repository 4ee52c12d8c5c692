import type { Zone } from '#server/demo/team-look.ts';
import type { Light } from './colors.ts';
import { angleTo, at, lerp, limb, limbSides, type Point, step, type Width } from './geometry.ts';
import type { Pose } from './poses.ts';
import type { Limb, Skeleton } from './skeleton.ts';
import { fill, stroke } from './svg.ts';
import { drawUniform } from './uniform.ts';
import { shaded } from './zones.ts';

export type Outfit = 'cheer' | 'dance' | 'leotard' | 'streetwear';

export type BodyColors = {
  skin: string;
  skinShade: string;
  hair: string;
  uniform: Record<Zone, string>;
  shoe: string;
  legs: string;
};

const THIGH = widths(-0.04, 4, 0.06, 5.1, 0.35, 4.8, 0.75, 3.5, 0.98, 2.9, 1.05, 2.3);
const SHIN = widths(-0.06, 2.2, 0.02, 2.8, 0.28, 3.05, 0.6, 2.3, 0.95, 1.6, 1.02, 1.4);
const FOOT = widths(-0.3, 1.2, -0.1, 1.9, 0.3, 1.95, 0.75, 1.65, 1, 1, 1.05, 0.4);
const UPPER_ARM = widths(-0.19, 0.7, -0.15, 1.7, -0.06, 2.6, 0.05, 2.95, 0.35, 2.65, 0.9, 2.1, 1.06, 1.5);
const FOREARM = widths(-0.08, 1.5, 0.04, 2.1, 0.3, 2.1, 0.95, 1.35, 1.02, 1.2);
const HAND = widths(-0.2, 1, 0.1, 1.3, 0.45, 1.6, 0.8, 1.15, 1, 0.5);
const FRONT_TORSO = widths(
  ...[-0.1, 4.2, -0.03, 7.2, 0.1, 8, 0.28, 6.6, 0.45, 5.7],
  ...[0.62, 6.3, 0.8, 7.4, 0.93, 7.7, 1, 6.2, 1.05, 3.4],
);
const SIDE_TORSO = widths(
  ...[-0.12, 3, -0.04, 5, 0.1, 5.5, 0.3, 4.7, 0.48, 4.3, 0.7, 5, 0.86, 4.9, 0.97, 3.8, 1.04, 2],
);
const NECK = widths(0, 3.4, 0.5, 2.6, 1, 2.5);

export function drawLeg(leg: Limb, colors: BodyColors, outfit: Outfit, build: number): string {
  const loose = (outfit === 'streetwear' ? 1.28 : 1) * build;
  const thigh = fill(limb([leg.root, leg.joint], scaled(THIGH, loose)), colors.legs);
  if (leg.joint === leg.end) return thigh;
  const sock =
    outfit === 'cheer'
      ? fill(limb([lerp(leg.joint, leg.end, 0.9), leg.end], widths(0, 1.75, 1, 1.75)), colors.shoe)
      : '';
  const foot = fill(limb([leg.end, leg.tip], FOOT), colors.shoe);
  return thigh + fill(limb([leg.joint, leg.end], scaled(SHIN, loose)), colors.legs) + sock + foot;
}

export function drawArm(arm: Limb, colors: BodyColors, outfit: Outfit, build: number): string {
  const isBare = outfit === 'dance';
  const loose = (outfit === 'streetwear' ? 1.25 : 1) * build;
  const sleeve = isBare ? colors.skin : colors.uniform.sleeve;
  const cuffBones = [lerp(arm.joint, arm.end, 0.84), lerp(arm.joint, arm.end, 0.97)];
  const cuff = isBare
    ? ''
    : fill(limb(cuffBones, widths(0, 1.65 * loose, 1, 1.55 * loose)), colors.uniform.cuff);
  return (
    drawHand(arm, colors) +
    fill(limb([arm.joint, arm.end], scaled(FOREARM, loose)), sleeve) +
    fill(limb([arm.root, arm.joint], scaled(UPPER_ARM, loose)), sleeve) +
    cuff
  );
}

const THUMB = widths(-0.1, 0.5, 0.3, 0.62, 0.8, 0.55, 1, 0.3);
const THUMB_DEGREES = 48;

/** The thumb lies on the side of the body, and two lines part the fingers. */
function drawHand({ end, tip, root }: Limb, colors: BodyColors): string {
  const direction = angleTo(end, tip);
  const inward = tip[0] >= root[0] ? 1 : -1;
  const palm = lerp(end, tip, 0.22);
  const thumb = [palm, step(palm, direction + inward * THUMB_DEGREES, 2.6)];
  const parting = (across: number) =>
    stroke(
      [
        step(lerp(end, tip, 0.62), direction + 90, across),
        step(lerp(end, tip, 0.93), direction + 90, across * 0.8),
      ],
      0.22,
      colors.skinShade,
    );
  return (
    fill(limb(thumb, THUMB), colors.skin) +
    fill(limb([end, tip], HAND), colors.skin) +
    parting(-0.38) +
    parting(0.38)
  );
}

export function drawNeck({ spine, neck, head }: Skeleton, colors: BodyColors): string {
  const chest = spine[4] as Point;
  return fill(limb([lerp(chest, neck, -0.6), neck, lerp(neck, head, 0.6)], NECK), colors.skinShade);
}

export function drawTorso(
  skeleton: Skeleton,
  pose: Pose,
  colors: BodyColors,
  outfit: Outfit,
  build: number,
): string {
  const shape = pose.view === 'side' ? SIDE_TORSO : FRONT_TORSO;
  const loose = (outfit === 'streetwear' ? 1.14 : 1) * build;
  const hips = shape
    .filter(([along]) => along < 0.29)
    .map(([along, radius]) => [along, radius * build + 0.15] as const);
  const briefs =
    outfit === 'cheer' || outfit === 'dance' ? fill(limb(skeleton.spine, hips), colors.uniform.bottom) : '';
  return (
    fill(limb(skeleton.spine, scaled(shape, loose)), colors.uniform.top) +
    drawUniform(
      { spine: skeleton.spine, shape: scaled(shape, loose), view: pose.view, outfit },
      colors.uniform,
    ) +
    briefs
  );
}

/** The hem follows the thighs, so the skirt opens with the legs. */
export function drawSkirt(
  skeleton: Skeleton,
  pose: Pose,
  colors: BodyColors,
  outfit: Outfit,
  light: Light,
  build: number,
): string {
  const isSide = pose.view === 'side';
  const isFlowing = outfit === 'dance';
  const length = isFlowing ? 0.6 : 0.4;
  const flare = 4.8 * build + (isFlowing ? 4.6 : 3.4);
  const waist = limbSides(skeleton.spine, [isSide ? [0.3, 4.9 * build] : [0.26, 6.9 * build]]);
  const sides = [waist.left[0], waist.right[0]] as [Point, Point];
  const [waistLeft, waistRight] = sides[1][0] >= sides[0][0] ? sides : [sides[1], sides[0]];
  const [legRight, legLeft] = isSide ? byPlace(skeleton.legs) : skeleton.legs;
  const hemRight = step(lerp(legRight.root, legRight.joint, length), legAngle(legRight) + 90, flare);
  const hemLeft = step(lerp(legLeft.root, legLeft.joint, length), legAngle(legLeft) - 90, flare);
  const inner = (leg: Limb) => lerp(leg.root, leg.joint, length * 0.92);
  const hemMiddle = lerp(inner(legRight), inner(legLeft), 0.5);
  const drape = (corner: Point): Point => [lerp(corner, hemMiddle, 0.5)[0], hemMiddle[1] + 1.2];
  const hip = (from: Point, to: Point): Point => {
    const half = lerp(from, to, 0.45);
    return [half[0] + to[0] * 0.14, half[1] - 0.6];
  };
  const hem = `Q${at(drape(hemRight))} ${at(hemMiddle)}Q${at(drape(hemLeft))} ${at(hemLeft)}`;
  const outline =
    `M${at(waistLeft)}L${at(waistRight)}Q${at(hip(waistRight, hemRight))} ${at(hemRight)}${hem}` +
    `Q${at(hip(waistLeft, hemLeft))} ${at(waistLeft)}Z`;
  const onHem = (t: number) =>
    t < 0.5 ? lerp(hemLeft, hemMiddle, t * 2) : lerp(hemMiddle, hemRight, t * 2 - 1);
  const onWaist = (t: number) => lerp(waistLeft, waistRight, t);
  const foldColor = shaded(colors.uniform.bottom, light, 0.3);
  const folds = [0.06, 0.35, 0.65, 0.94].map((t) =>
    stroke([onWaist(t), lerp(onWaist(t), onHem(t), 0.97)], 0.6, foldColor),
  );
  const pleats = [0.2, 0.5, 0.8].map((t) => {
    const corners = [onWaist(t - 0.06), onWaist(t + 0.06), onHem(t + 0.1), onHem(t - 0.1)];
    return fill(`M${corners.map(at).join('L')}Z`, colors.uniform.pleat);
  });
  return (
    `${fill(outline, colors.uniform.bottom)}${pleats.join('')}${folds.join('')}` +
    `<path d="M${at(hemRight)}${hem}" fill="none" stroke="${colors.uniform.hem}" stroke-width="1.1"/>` +
    stroke([waistLeft, waistRight], 1.3, colors.uniform.hem)
  );
}

function byPlace([a, b]: [Limb, Limb]): [Limb, Limb] {
  return a.joint[0] >= b.joint[0] ? [a, b] : [b, a];
}

function legAngle(leg: Limb): number {
  return angleTo(leg.root, leg.joint);
}

function widths(...numbers: number[]): Width[] {
  const pairs: Width[] = [];
  for (let i = 0; i < numbers.length; i += 2) pairs.push([numbers[i] ?? 0, numbers[i + 1] ?? 0]);
  return pairs;
}

function scaled(shape: readonly Width[], factor: number): Width[] {
  return shape.map(([along, radius]) => [along, radius * factor]);
}
