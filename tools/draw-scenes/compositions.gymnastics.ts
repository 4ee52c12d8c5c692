import { between, pick } from '#server/demo/seeded-random.ts';
import { type Canvas, variantOf } from './canvas.ts';
import { mix } from './colors.ts';
import { round } from './geometry.ts';
import { drawMedal } from './props.ts';
import { zoneColor } from './zones.ts';

function addTeammates(canvas: Canvas, size: number): void {
  const { width, height, addBehind, floorAt, random } = canvas;
  const count = height > width ? 3 : 5;
  for (let i = 0; i < count; i++) {
    const x = width * ((i + 0.5) / count) + between(random, -0.05, 0.05) * width;
    const pose = pick(random, ['clap', 'proud', 'cheerHands', 'behindBack'] as const);
    addBehind({ x, y: floorAt(0.05), height: size, pose, haze: 0.58 });
  }
}

export function composeBeam(canvas: Canvas): void {
  const { width, height, floorAt, add, prop, random } = canvas;
  const isPortrait = height > width;
  const size = isPortrait ? height * 0.42 : height * 0.54;
  const top = floorAt(isPortrait ? 0.24 : 0.2);
  addTeammates(canvas, size * 0.46);
  const thickness = height * 0.022;
  const floor = floorAt(0.8);
  const [left, right] = [-width * 0.04, width * 1.04];
  for (const leg of [width * 0.14, width * 0.86]) {
    prop(
      `<path d="M${round(leg)} ${round(top)}L${round(leg - width * 0.035)} ${round(floor)}M${round(leg)} ${round(top)}L${round(leg + width * 0.035)} ${round(floor)}" stroke="#39465e" stroke-width="${round(thickness * 0.55)}"/>`,
    );
    canvas.shadow(leg, floor, width * 0.07);
  }
  canvas.shadow(width / 2, floor, width * 0.46);
  canvas.landmarks.push([width / 2, top + thickness * 2]);
  prop(
    `<g filter="url(#soft-edge)"><rect x="${round(left)}" y="${round(top)}" width="${round(right - left)}" height="${round(thickness)}" rx="${round(thickness * 0.3)}" fill="#e9dcc6"/><rect x="${round(left)}" y="${round(top + thickness * 0.6)}" width="${round(right - left)}" height="${round(thickness * 0.7)}" rx="${round(thickness * 0.3)}" fill="#a78f70"/></g>`,
  );
  const pose = variantOf(canvas, ['arabesque', 'handstandSplit', 'leap', 'penche', 'attitude'] as const);
  const anchor = pose === 'handstandSplit' ? 'hands' : pose === 'leap' ? 'hip' : 'feet';
  const y = pose === 'leap' ? top - size * 0.5 : top + thickness * 0.2;
  add({
    x: width * between(random, 0.44, 0.56),
    y,
    height: size,
    pose,
    anchor,
    mirror: random() < 0.5,
    outfit: 'leotard',
    hair: 'bun',
    noReflection: true,
  });
}

export function composeFloor(canvas: Canvas): void {
  const { width, height, floorAt, add, shadow, random } = canvas;
  const size = Math.min(height * 0.66, width * 0.72);
  const pose = variantOf(canvas, ['ringLeap', 'floorSplit', 'salute', 'handstandSplit', 'layout'] as const);
  addTeammates(canvas, size * 0.44);
  const x = width * between(random, 0.42, 0.58);
  const floor = floorAt(0.62);
  const isAirborne = pose === 'ringLeap' || pose === 'layout';
  shadow(x, floor, size * 0.28);
  const anchor = isAirborne ? 'hip' : pose === 'handstandSplit' ? 'hands' : 'feet';
  add({
    x,
    y: isAirborne ? floor - size * 0.66 : floor,
    height: size,
    pose,
    anchor,
    spin: pose === 'layout' ? -62 : 0,
    mirror: random() < 0.5,
    outfit: 'leotard',
    hair: 'bun',
  });
}

export function composeBars(canvas: Canvas): void {
  const { width, height, floorAt, add, prop, random } = canvas;
  const rail = (y: number, x0: number, x1: number) =>
    `<path d="M${round(x0)} ${round(y)}H${round(x1)}" stroke="#f0e4cf" stroke-width="${round(height * 0.011)}"/><path d="M${round(x0)} ${round(y + height * 0.004)}H${round(x1)}" stroke="#a48a66" stroke-width="${round(height * 0.004)}"/>`;
  const post = (x: number, y: number) =>
    `<path d="M${round(x)} ${round(y - height * 0.01)}V${round(floorAt(0.7))}" stroke="${mix(canvas.light.shade, '#8fa0b8', 0.55)}" stroke-width="${round(width * 0.007)}"/>`;
  const high = height * 0.52;
  const size = Math.min(height * 0.46, width * 0.5);
  for (const x of [width * 0.12, width * 0.88]) prop(post(x, high));
  const pose = variantOf(canvas, ['handstand', 'handstandSplit'] as const);
  addTeammates(canvas, size * 0.5);
  add({
    x: width * between(random, 0.44, 0.56),
    y: high + height * 0.006,
    height: size,
    pose,
    anchor: 'hands',
    spin: between(random, -14, 14),
    mirror: random() < 0.5,
    outfit: 'leotard',
    hair: 'bun',
    noReflection: true,
  });
  prop(rail(high, width * 0.1, width * 0.9));
}

export function composePodium(canvas: Canvas): void {
  const { width, height, floorAt, add, prop } = canvas;
  const isPortrait = height > width;
  const size = isPortrait ? height * 0.36 : height * 0.46;
  const step = isPortrait ? width * 0.3 : width * 0.2;
  const floor = floorAt(0.78);
  const blocks = [
    { offset: -1, rise: 0.34, pose: 'wave' },
    { offset: 1, rise: 0.24, pose: 'cheerHands' },
    { offset: 0, rise: 0.52, pose: 'touchdown' },
  ] as const;
  canvas.landmarks.push([width / 2, floor]);
  for (const { offset, rise, pose } of blocks) {
    const x = width / 2 + offset * step;
    const top = floor - size * rise;
    canvas.shadow(x, floor, step * 0.55);
    prop(
      `<g filter="url(#soft-edge)"><rect x="${round(x - step / 2)}" y="${round(top)}" width="${round(step)}" height="${round(floor - top)}" fill="${mix('#f4f7fc', canvas.light.backdrop[1], offset === 0 ? 0.12 : 0.28)}"/><rect x="${round(x - step / 2)}" y="${round(top)}" width="${round(step)}" height="${round(size * 0.025)}" fill="#ffffff"/><rect x="${round(x - step / 2)}" y="${round(top + (floor - top) * 0.55)}" width="${round(step)}" height="${round(size * 0.05)}" fill="${zoneColor('top')}"/></g>`,
    );
    const figure = add({
      x,
      y: top + size * 0.005,
      height: size,
      pose,
      outfit: 'leotard',
      hair: 'bun',
      look: -offset * 0.5,
      noReflection: true,
    });
    prop(drawMedal([figure.hip[0], figure.hip[1] - size * 0.15], size * 0.11));
  }
}
