import type { Random } from '#server/demo/seeded-random.ts';
import { ZONES, type Zone } from '#server/demo/team-look.ts';
import { type BodyColors, drawArm, drawLeg, drawNeck, drawSkirt, drawTorso, type Outfit } from './body.ts';
import { type Light, mix } from './colors.ts';
import { at, type Point, round } from './geometry.ts';
import { drawHead, drawTail, type Facing, type HairStyle, type HeadOptions } from './head.ts';
import { POSES, type Pose, type PoseName } from './poses.ts';
import { drawPom } from './props.ts';
import { buildSkeleton, type Limb, lowestFoot, lowestHand, type Skeleton } from './skeleton.ts';
import { fogOf, zoneColor } from './zones.ts';

export type FigureOptions = {
  x: number;
  y: number;
  height: number;
  pose: PoseName;
  anchor?: 'feet' | 'hip' | 'hands';
  mirror?: boolean;
  spin?: number;
  facing?: Facing;
  look?: number;
  hair?: HairStyle;
  /** A value of 1 is a slim build; larger ones are sturdier. */
  build?: number;
  /** Younger athletes have larger heads for their height. */
  headSize?: number;
  sway?: number;
  outfit: Outfit;
  light: Light;
  skin: string;
  hairColor: string;
  /** A figure at 0 is clear; at 1 it disappears in the haze. */
  haze?: number;
  reach?: readonly [Point | undefined, Point | undefined];
  hasPoms?: boolean;
  jitter?: number;
  random: Random;
};

export type Figure = {
  svg: string;
  hands: [Point, Point];
  feet: [Point, Point];
  hip: Point;
  head: Point;
};

export function drawFigure(options: FigureOptions): Figure {
  const { x, y, height, random } = options;
  const pose: Pose = POSES[options.pose];
  const amount = options.jitter ?? 3;
  const jitter = () => (random() - 0.5) * amount;
  const scale = height / 100;
  const base = { pose, spin: options.spin ?? 0, mirror: options.mirror ?? false, jitter: () => 0 };
  const draft = buildSkeleton({ ...base, hands: [undefined, undefined] });
  const anchorY =
    options.anchor === 'hip' ? 0 : options.anchor === 'hands' ? lowestHand(draft) : lowestFoot(draft);
  const origin: Point = [x, y - anchorY * scale];
  const local = (point: Point | undefined): Point | undefined =>
    point && [(point[0] - origin[0]) / scale, (point[1] - origin[1]) / scale];
  const skeleton = buildSkeleton({
    ...base,
    jitter,
    hands: [local(options.reach?.[0]), local(options.reach?.[1])],
  });
  const toPicture = ([px, py]: Point): Point => [origin[0] + px * scale, origin[1] + py * scale];
  return {
    svg: `<g transform="translate(${at(origin)}) scale(${scale.toFixed(4)})">${drawBody(options, pose, skeleton)}</g>`,
    hands: [toPicture(skeleton.arms[0].tip), toPicture(skeleton.arms[1].tip)],
    feet: [toPicture(skeleton.legs[0].tip), toPicture(skeleton.legs[1].tip)],
    hip: origin,
    head: toPicture(skeleton.head),
  };
}

const POM_RADIUS = 6;

function drawBody(options: FigureOptions, pose: Pose, skeleton: Skeleton): string {
  const { outfit, random, light } = options;
  const colors = colorsOf(options);
  const head = headOptions(options, pose, colors);
  const headSize = (options.headSize ?? 1).toFixed(3);
  const headAt = `translate(${at(skeleton.head)}) rotate(${round(skeleton.headTilt)}) scale(${headSize})`;
  const build = options.build ?? 1;
  const sway = options.sway ?? (random() - 0.5) * 8;
  const lit = (svg: string) => (svg ? `<g filter="url(#lit)">${svg}</g>` : '');
  const isBehind = (arm: Limb, index: number) =>
    pose.view === 'side' ? index === 1 : options.facing !== 'back' && arm.joint[1] < skeleton.head[1] + 8;
  const arms = skeleton.arms.map((arm, index) => ({
    svg: drawArm(arm, colors, outfit, build),
    place: isBehind(arm, index) ? 'behind' : pose.view === 'side' || crossesBody(arm) ? 'ahead' : 'joined',
  }));
  const armsAt = (place: string) => arms.filter((arm) => arm.place === place).map((arm) => arm.svg);
  const poms = options.hasPoms
    ? skeleton.arms
        .filter((arm) => !hidesBody(arm))
        .map((arm) => lit(drawPom(arm.tip, POM_RADIUS, colors.uniform.hem, colors.uniform.bottom, random)))
    : [];
  const hasSkirt = outfit === 'cheer' || outfit === 'dance';
  return [
    lit(`<g transform="${headAt}">${drawTail(head, sway)}</g>`),
    ...armsAt('behind').map(lit),
    lit(drawLeg(skeleton.legs[1], colors, outfit, build)),
    lit(drawLeg(skeleton.legs[0], colors, outfit, build)),
    lit(armsAt('joined').join('') + drawTorso(skeleton, pose, colors, outfit, build)),
    hasSkirt ? lit(drawSkirt(skeleton, pose, colors, outfit, light, build)) : '',
    lit(`${drawNeck(skeleton, colors)}<g transform="${headAt}">${drawHead(head)}</g>`),
    ...armsAt('ahead').map(lit),
    ...poms,
  ].join('');
}

/** An arm in front of the body needs its own edge; others share the torso's outline, which hides the joint. */
function crossesBody(arm: Limb): boolean {
  return Math.abs(arm.tip[0]) < 7 && arm.tip[1] < 4;
}

/** A pom at the hip or the chest would hide the uniform, so that hand stays empty. */
function hidesBody(arm: Limb): boolean {
  return Math.abs(arm.tip[0]) < 8 + POM_RADIUS && arm.tip[1] > -32 && arm.tip[1] < 12;
}

function colorsOf(options: FigureOptions): BodyColors {
  const { light, skin, hairColor, outfit } = options;
  const haze = options.haze ?? 0;
  const fog = fogOf(light);
  const dyed = ZONES.map((zone) => [zone, zoneColor(zone, haze)]);
  const lit = (color: string, tint = 0.09) => mix(mix(color, light.key, tint), fog, haze);
  const litSkin = lit(skin);
  return {
    skin: litSkin,
    skinShade: mix(litSkin, '#7a3b2e', 0.3),
    hair: lit(hairColor, 0.06),
    uniform: Object.fromEntries(dyed) as Record<Zone, string>,
    shoe: outfit === 'leotard' ? litSkin : lit(outfit === 'dance' ? '#e9c3a2' : '#ffffff'),
    legs: outfit === 'streetwear' ? lit('#20222c', 0.08) : litSkin,
  };
}

function headOptions(options: FigureOptions, pose: Pose, colors: BodyColors): HeadOptions {
  const sideFacing = options.mirror ? 'left' : 'right';
  return {
    facing: options.facing ?? (pose.view === 'side' ? sideFacing : 'front'),
    hair: options.hair ?? (options.outfit === 'cheer' ? 'bow' : 'bun'),
    skin: colors.skin,
    skinShade: colors.skinShade,
    hairColor: colors.hair,
    hairShine: mix(colors.hair, options.light.rim, 0.28),
    trim: colors.uniform.ribbon,
    look: options.look ?? 0,
    hasFeatures: (options.haze ?? 0) < 0.4,
    eyes: '#2b1a14',
  };
}
