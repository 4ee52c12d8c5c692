import { between, pick } from '#server/demo/seeded-random.ts';
import { type Canvas, variantOf } from './canvas.ts';
import type { PoseName } from './poses.ts';

function addCorps(canvas: Canvas, count: number, size: number, poses: readonly PoseName[]): void {
  const { width, addBehind, floorAt, random } = canvas;
  const pose = pick(random, poses);
  for (let i = 0; i < count; i++) {
    addBehind({
      x: width * ((i + 0.5) / count),
      y: floorAt(0.1),
      height: size,
      pose,
      mirror: i >= count / 2,
    });
  }
}

export function composeDuo(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow } = canvas;
  const isPortrait = height > width;
  const size = isPortrait ? height * 0.52 : height * 0.66;
  const [first, second] = variantOf(canvas, [
    ['attitude', 'arabesque'],
    ['extension', 'jazzReach'],
    ['jazzHip', 'lunge'],
  ] as const);
  const gap = isPortrait ? width * 0.24 : size * 0.42;
  for (const [pose, side] of [
    [first, -1],
    [second, 1],
  ] as const) {
    const x = width / 2 + side * gap;
    shadow(x, floorAt(0.7), size * 0.2);
    add({ x, y: floorAt(0.7), height: size, pose, mirror: side === 1, look: -side * 0.6, hair: 'bun' });
  }
}

export function composeLeap(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const size = Math.min(height * 0.62, width * 0.66);
  addCorps(canvas, height > width ? 4 : 7, size * 0.5, ['jazzReach', 'jazzHip', 'lowV']);
  const mirror = random() < 0.5;
  const x = width * 0.5;
  shadow(x, floorAt(0.6), size * 0.34);
  add({
    x,
    y: floorAt(0.6) - size * 0.62,
    height: size,
    pose: variantOf(canvas, ['leap', 'stagLeap', 'ringLeap'] as const),
    anchor: 'hip',
    mirror,
    spin: -6,
    sway: mirror ? 9 : -9,
    hair: 'loose',
  });
}

export function composePomLine(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const pose = variantOf(canvas, ['diagonal', 'highV', 'lMotion', 'lowV'] as const);
  for (const { count, depth, size, haze } of [
    { count: 7, depth: 0.14, size: 0.44, haze: 0.3 },
    { count: 5, depth: 0.66, size: 0.62, haze: 0 },
  ]) {
    for (let i = 0; i < count; i++) {
      const x = width * ((i + 0.5) / count);
      shadow(x, floorAt(depth), height * size * 0.18);
      add({
        x,
        y: floorAt(depth),
        height: height * size * between(random, 0.97, 1.03),
        pose,
        haze,
        hasPoms: true,
        jitter: 5,
        mirror: pose === 'diagonal' && i % 2 === 1,
      });
    }
  }
}

/** Arms reach behind the neighbors, so that the line looks linked. */
export function composeKickLine(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const count = 6;
  const size = Math.min(height * 0.6, width * 0.42);
  const isAlternating = canvas.variant % 2 === 1;
  addCorps(canvas, 8, size * 0.56, ['highV', 'tMotion']);
  for (let i = 0; i < count; i++) {
    const x = width * (0.5 + (i - (count - 1) / 2) * 0.148);
    shadow(x, floorAt(0.62), size * 0.16);
    add({
      x,
      y: floorAt(0.62),
      height: size * between(random, 0.97, 1.02),
      pose: isAlternating && i % 2 === 0 ? 'kickRight' : 'kickLeft',
      jitter: 3,
    });
  }
}

export function composeHipHop(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const poses = ['hipHopLow', 'hipHopCross', 'hipHopReach'] as const;
  const pose = variantOf(canvas, poses);
  for (const { count, depth, size, haze } of [
    { count: 5, depth: 0.12, size: 0.42, haze: 0.32 },
    { count: 3, depth: 0.68, size: 0.66, haze: 0 },
  ]) {
    for (let i = 0; i < count; i++) {
      const x = width * ((i + 0.5) / count);
      shadow(x, floorAt(depth), height * size * 0.22);
      add({
        x,
        y: floorAt(depth),
        height: height * size,
        pose: count === 3 && i === 1 ? pick(random, poses) : pose,
        outfit: 'streetwear',
        haze,
        hair: i % 2 ? 'pony' : 'loose',
        jitter: 7,
        mirror: i % 2 === 1,
      });
    }
  }
}

export function composeSolo(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const size = Math.min(height * 0.66, width * 0.8);
  const x = width * pick(random, [0.42, 0.5, 0.58]);
  shadow(x, floorAt(0.68), size * 0.2);
  add({
    x,
    y: floorAt(0.68),
    height: size,
    pose: variantOf(canvas, ['extension', 'penche', 'arabesque', 'attitude'] as const),
    mirror: random() < 0.5,
    hair: 'bun',
  });
}
