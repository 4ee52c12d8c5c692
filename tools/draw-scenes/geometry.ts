export type Point = readonly [x: number, y: number];

/** Angles are in degrees from straight down and grow toward the right of the picture. */
export function step([x, y]: Point, angle: number, length: number): Point {
  const radians = (angle * Math.PI) / 180;
  return [x + Math.sin(radians) * length, y + Math.cos(radians) * length];
}

export function lerp(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

export function angleTo(a: Point, b: Point): number {
  return (Math.atan2(b[0] - a[0], b[1] - a[1]) * 180) / Math.PI;
}

export function round(value: number): string {
  return value.toFixed(2);
}

export function at(point: Point): string {
  return `${round(point[0])} ${round(point[1])}`;
}

/** Draws a closed Catmull-Rom curve through all points. */
export function closedCurve(points: readonly Point[]): string {
  const count = points.length;
  const get = (index: number) => points[(index + count) % count] as Point;
  let path = `M${at(get(0))}`;
  for (let i = 0; i < count; i++) {
    const [before, from, to, after] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    path += `C${at(first)} ${at(second)} ${at(to)}`;
  }
  return `${path}Z`;
}

export type Width = readonly [along: number, radius: number];

/** Draws the outline around a line of bones, with a given radius at each place along it. */
export function limb(spine: readonly Point[], widths: readonly Width[]): string {
  const { left, right } = limbSides(spine, widths);
  return closedCurve([...left, ...right.toReversed()]);
}

export function limbSides(
  spine: readonly Point[],
  widths: readonly Width[],
): { left: Point[]; right: Point[] } {
  const left: Point[] = [];
  const right: Point[] = [];
  for (const [along, radius] of widths) {
    const { point, angle } = alongSpine(spine, along);
    left.push(step(point, angle - 90, radius));
    right.push(step(point, angle + 90, radius));
  }
  return { left, right };
}

export function alongSpine(spine: readonly Point[], along: number): { point: Point; angle: number } {
  const last = spine.length - 1;
  const place = Math.min(Math.max(along, 0), 1) * last;
  const index = Math.min(Math.floor(place), last - 1);
  const from = spine[index] as Point;
  const to = spine[index + 1] as Point;
  const overshoot = along < 0 ? along * last : along > 1 ? (along - 1) * last + 1 : place - index;
  return { point: lerp(from, to, overshoot), angle: angleTo(from, to) };
}

/** Solves two-bone inverse kinematics: returns the angles that bring the hand to the target. */
export function reachFor(
  shoulder: Point,
  target: Point,
  upper: number,
  lower: number,
  bend: 1 | -1,
): readonly [upperAngle: number, lowerAngle: number] {
  const reach = Math.min(
    Math.max(distance(shoulder, target), Math.abs(upper - lower) + 0.1),
    upper + lower - 0.05,
  );
  const cosine = (upper * upper + reach * reach - lower * lower) / (2 * upper * reach);
  const inner = (Math.acos(Math.min(Math.max(cosine, -1), 1)) * 180) / Math.PI;
  const upperAngle = angleTo(shoulder, target) + bend * inner;
  const elbow = step(shoulder, upperAngle, upper);
  return [upperAngle, angleTo(elbow, target)];
}
