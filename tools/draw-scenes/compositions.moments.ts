import { between, pick } from '#server/demo/seeded-random.ts';
import type { Canvas } from './canvas.ts';
import type { Point } from './geometry.ts';
import { drawBanner, drawTrophy } from './props.ts';
import { zoneColor } from './zones.ts';

export function composeAward(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, prop, random } = canvas;
  const size = height * (height > width ? 0.42 : 0.56);
  const count = height > width ? 4 : 7;
  // The banner hangs behind everyone, so that it hides nobody.
  const corner = (side: number): Point => [width / 2 + side * size * 0.62, floorAt(0.28) - size * 1.22];
  canvas.layers.behind.push(
    drawBanner(corner(-1), corner(1), size * 0.2, zoneColor('bottom'), zoneColor('hem')),
  );
  for (let i = 0; i < count; i++) {
    const x = width * ((i + 0.5) / count);
    add({
      x,
      y: floorAt(0.28),
      height: size * 0.86,
      pose: pick(random, ['cheerHands', 'touchdown', 'highV', 'clap', 'wave'] as const),
      haze: 0.12,
      jitter: 8,
      look: x < width / 2 ? 0.7 : -0.7,
    });
  }
  const floor = floorAt(0.74);
  const trophy: Point = [width / 2, floor - size * 1.1];
  const front = [
    { offset: -0.56, pose: 'cheerHands', reach: undefined },
    { offset: -0.19, pose: 'proud', reach: [trophy, undefined] },
    { offset: 0.19, pose: 'proud', reach: [undefined, trophy] },
    { offset: 0.56, pose: 'punch', reach: undefined },
  ] as const;
  prop(drawTrophy(trophy, size * 0.3));
  canvas.landmarks.push([trophy[0], trophy[1] - size * 0.27]);
  for (const { offset, pose, reach } of front) {
    const x = width / 2 + offset * size;
    shadow(x, floor, size * 0.18);
    const height = size * between(random, 0.98, 1.02);
    add({ x, y: floor, height, pose, ...(reach && { reach }), jitter: 6, look: -Math.sign(offset) * 0.8 });
  }
}

export function composeTeam(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const size = height * 0.5;
  const rows = [
    { count: 9, depth: 0.4, size: 0.98, poses: ['touchdown', 'highV', 'cheerHands'] },
    { count: 8, depth: 0.74, size: 1, poses: ['behindBack', 'proud'] },
    // The front row kneels with its knees just below the picture.
    { count: 7, depth: 1.06, size: 1, poses: ['kneel'] },
  ] as const;
  rows.forEach((row, index) => {
    for (let i = 0; i < row.count; i++) {
      const x = width * (0.5 + (i - (row.count - 1) / 2) * (0.8 / row.count));
      shadow(x, floorAt(row.depth), size * 0.13);
      add({
        x,
        y: floorAt(row.depth),
        height: size * row.size * between(random, 0.95, 1.04),
        pose: pick(random, row.poses),
        haze: index === 0 ? 0.14 : 0,
        jitter: 3,
        look: between(random, -0.4, 0.4),
      });
    }
  });
}

/** A few athletes close to the camera, as for a program's wall. */
export function composeGroup(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const isPortrait = height > width;
  const count = isPortrait ? 3 : 5;
  const size = isPortrait ? height * 0.56 : height * 0.72;
  const poses = ['handsOnHips', 'behindBack', 'crossedArms', 'wave', 'proud'] as const;
  const middle = (count - 1) / 2;
  const places = Array.from({ length: count }, (_, i) => i).toSorted(
    (a, b) => Math.abs(b - middle) - Math.abs(a - middle),
  );
  for (const i of places) {
    const depth = 0.82 - Math.abs(i - middle) * 0.14;
    const x = width * (0.5 + (i - middle) * (isPortrait ? 0.27 : 0.17));
    shadow(x, floorAt(depth), size * 0.15);
    add({
      x,
      y: floorAt(depth),
      height: size * between(random, 0.93, 1.03),
      pose: poses[(i + canvas.variant) % poses.length] ?? 'proud',
      mirror: i > middle,
      look: (middle - i) * 0.2,
      jitter: 3,
    });
  }
}
