import { between, pick } from '#server/demo/seeded-random.ts';
import { type Canvas, variantOf } from './canvas.ts';
import type { Point } from './geometry.ts';
import type { PoseName } from './poses.ts';

const FLYER_POSES: readonly PoseName[] = [
  ...(['liberty', 'heelStretch', 'flyerV', 'arabesque', 'scorpion', 'bowAndArrow'] as const),
];

/** Two bases and a back spot hold a flyer overhead; every hand is placed on the foot it holds. */
function addStuntGroup(
  canvas: Canvas,
  x: number,
  floor: number,
  size: number,
  flyerPose: PoseName,
): { flyerHands: [Point, Point] } {
  const { add, shadow, random } = canvas;
  const isTwoFooted = flyerPose === 'flyerV';
  const footY = floor - size * 1.035;
  const mirror = random() < 0.5;
  shadow(x, floor + size * 0.01, size * 0.42);
  add({
    x,
    y: floor - size * 0.02,
    height: size,
    pose: 'touchdown',
    facing: 'back',
    reach: [
      [x + size * 0.05, footY - size * 0.07],
      [x - size * 0.05, footY - size * 0.07],
    ],
    noReflection: true,
  });
  const flyer = add({
    x: flyerX(flyerPose, x, size, mirror),
    y: footY,
    height: size * 0.94,
    pose: flyerPose,
    mirror,
    sway: between(random, -4, 4),
    noReflection: true,
  });
  const grip = isTwoFooted ? 0.055 : 0.03;
  for (const side of [-1, 1] as const) {
    add({
      x: x + side * size * 0.17,
      y: floor,
      height: size,
      pose: 'base',
      mirror: side === 1,
      reach: [
        [x + side * size * grip, footY + size * 0.015],
        [x + side * size * (grip - 0.03), footY - size * 0.005],
      ],
      jitter: 1,
    });
  }
  return { flyerHands: flyer.hands };
}

/** The supporting foot, not the hip, stands over the bases. */
function flyerX(pose: PoseName, x: number, size: number, mirror: boolean): number {
  const sign = mirror ? -1 : 1;
  if (pose === 'liberty') return x - sign * size * 0.06;
  if (pose === 'heelStretch') return x + sign * size * 0.055;
  if (pose === 'bowAndArrow') return x - sign * size * 0.055;
  if (pose === 'arabesque' || pose === 'scorpion') return x - sign * size * 0.035;
  return x;
}

function addBackRow(
  canvas: Canvas,
  count: number,
  size: number,
  poses: readonly PoseName[],
  depth = 0.08,
): void {
  const { width, addBehind, floorAt, random } = canvas;
  for (let i = 0; i < count; i++) {
    const x = width * ((i + 0.5) / count) + between(random, -0.012, 0.012) * width;
    addBehind({
      x,
      y: floorAt(depth),
      height: size * between(random, 0.95, 1.05),
      pose: pick(random, poses),
    });
  }
}

export function composeStunt(canvas: Canvas): void {
  const { width, height, floorAt, random } = canvas;
  const isPortrait = height > width;
  const size = isPortrait ? height * 0.35 : height * 0.42;
  addBackRow(canvas, isPortrait ? 5 : 8, size * 0.62, ['highV', 'touchdown', 'tMotion']);
  addStuntGroup(
    canvas,
    width * (isPortrait ? 0.5 : pick(random, [0.38, 0.5, 0.62])),
    floorAt(0.72),
    size,
    variantOf(canvas, FLYER_POSES),
  );
}

export function composePyramid(canvas: Canvas): void {
  const { width, height, floorAt } = canvas;
  const size = Math.min(height * 0.345, width * 0.36);
  addBackRow(canvas, 9, size * 0.6, ['highV', 'tMotion']);
  const spread = size * 0.86;
  const sidePose = variantOf(canvas, ['liberty', 'heelStretch', 'scorpion', 'bowAndArrow'] as const);
  for (const side of [-1, 1])
    addStuntGroup(canvas, width / 2 + side * spread, floorAt(0.5), size * 0.93, sidePose);
  addStuntGroup(canvas, width / 2, floorAt(0.7), size, 'flyerV');
}

export function composeFormation(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const pose = variantOf(canvas, ['highV', 'diagonal', 'touchdown', 'punch'] as const);
  const hasPoms = pose !== 'touchdown';
  const rows = [
    { count: 8, size: 0.36, depth: 0.1, haze: 0.34 },
    { count: 6, size: 0.46, depth: 0.34, haze: 0.14 },
    { count: 4, size: 0.6, depth: 0.74, haze: 0 },
  ];
  for (const { count, size, depth, haze } of rows) {
    for (let i = 0; i < count; i++) {
      const x = width * (0.5 + (i - (count - 1) / 2) * (count === 4 ? 0.25 : 0.92 / count));
      shadow(x, floorAt(depth), height * size * 0.17);
      add({
        x,
        y: floorAt(depth),
        height: height * size * between(random, 0.96, 1.03),
        pose,
        haze,
        hasPoms,
        jitter: 5,
      });
    }
  }
}

export function composeJump(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow } = canvas;
  const size = height * 0.47;
  addBackRow(canvas, 7, size * 0.62, ['proud', 'clap', 'highV'], 0.12);
  const pose = variantOf(canvas, ['toeTouch', 'herkie', 'starJump', 'tuckJump'] as const);
  [0.2, 0.5, 0.8].forEach((place, i) => {
    const lift = i === 1 ? 0.4 : 0.34;
    shadow(width * place, floorAt(i === 1 ? 0.72 : 0.5), size * 0.26);
    add({
      x: width * place,
      y: floorAt(i === 1 ? 0.72 : 0.5) - size * (lift + 0.22),
      height: size * (i === 1 ? 1.08 : 0.94),
      pose,
      anchor: 'hip',
      mirror: i === 2,
      sway: -6,
    });
  });
}

export function composeBasket(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const size = height * (height > width ? 0.31 : 0.37);
  const x = width * between(random, 0.44, 0.56);
  addBackRow(canvas, height > width ? 4 : 7, size * 0.66, ['highV', 'touchdown', 'cheerHands']);
  const air = { toeTouch: 0, pike: 4, layout: -58 } as const;
  const pose = variantOf(canvas, ['toeTouch', 'pike', 'layout'] as const);
  const floor = floorAt(0.76);
  shadow(x, floor, size * 0.6);
  add({
    x,
    y: floor - size * 0.06,
    height: size,
    pose: 'touchdown',
    facing: 'back',
    reach: [
      [x + size * 0.16, floor - size * 1.16],
      [x - size * 0.16, floor - size * 1.16],
    ],
    noReflection: true,
  });
  add({
    x,
    y: Math.max(height * 0.22, floor - size * 1.95),
    height: size * 1.02,
    pose,
    anchor: 'hip',
    spin: air[pose],
    sway: 8,
  });
  for (const side of [-1, 1] as const) {
    const base = x + side * size * 0.38;
    add({
      x: base,
      y: floor,
      height: size,
      pose: 'catchReady',
      mirror: side === 1,
      reach: [
        [x + side * size * 0.18, floor - size * 1.13],
        [x + side * size * 0.1, floor - size * 1.09],
      ],
    });
  }
}

export function composeTumble(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const size = height * 0.5;
  addBackRow(canvas, 8, size * 0.56, ['clap', 'highV', 'proud', 'cheerHands'], 0.1);
  const floor = floorAt(0.72);
  const mirror = random() < 0.5;
  const place = (t: number) => width * (mirror ? 1 - t : t);
  const poses = [
    { t: 0.2, pose: 'cartwheel', anchor: 'hands', spin: 168, lift: 0 },
    {
      t: 0.53,
      pose: variantOf(canvas, ['handspring', 'backHandspring'] as const),
      anchor: 'hands',
      spin: 0,
      lift: 0,
    },
    { t: 0.82, pose: 'tuck', anchor: 'hip', spin: -70, lift: 0.72 },
  ] as const;
  for (const { t, pose, anchor, spin, lift } of poses) {
    shadow(place(t), floor, size * (lift ? 0.2 : 0.26));
    add({ x: place(t), y: floor - size * lift, height: size * 0.92, pose, anchor, spin, mirror, sway: 5 });
  }
}

export function composePortrait(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const size = height * (height > width ? 0.74 : 0.9);
  addBackRow(canvas, height > width ? 4 : 7, size * 0.46, ['highV', 'lowV', 'tMotion']);
  const x = width * (height > width ? 0.5 : pick(random, [0.36, 0.5, 0.64]));
  const y = height > width ? floorAt(0.82) : height * 1.1;
  shadow(x, y, size * 0.17);
  add({
    x,
    y,
    height: size,
    pose: variantOf(canvas, ['punch', 'diagonal', 'highV', 'wave'] as const),
    mirror: random() < 0.5,
    hasPoms: true,
    look: between(random, -0.6, 0.6),
  });
}
