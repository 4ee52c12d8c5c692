import type { Zone } from '#server/demo/team-look.ts';
import type { Outfit } from './body.ts';
import { alongSpine, at, limb, type Point, step, type Width } from './geometry.ts';
import type { Pose } from './poses.ts';
import { starPath } from './props.ts';
import { fill, stroke } from './svg.ts';

type Torso = {
  spine: readonly Point[];
  /** The half width of the torso at each place along the spine. */
  shape: readonly Width[];
  view: Pose['view'];
  outfit: Outfit;
};

/** Draws every part that a uniform may have. A team that lacks one has it in the color of the top. */
export function drawUniform(torso: Torso, colors: Readonly<Record<Zone, string>>): string {
  const { spine, shape, view, outfit } = torso;
  const place = (along: number, across: number): Point => {
    const { point, angle } = alongSpine(spine, along);
    return step(point, angle + 90, across * halfWidth(shape, along));
  };
  const isSide = view === 'side';
  const line = (
    places: readonly (readonly [along: number, across: number])[],
    width: number,
    color: string,
  ) =>
    stroke(
      places.map(([along, across]) => place(along, across)),
      width,
      color,
    );
  const panel = (side: number) => {
    const heights = [0.02, 0.2, 0.4, 0.6, 0.78];
    const outer = heights.map((along) => place(along, side * 0.99));
    const inner = heights.map((along) => place(along, side * (0.62 + Math.abs(along - 0.4) * 0.3)));
    return fill(`M${[...outer, ...inner.toReversed()].map(at).join('L')}Z`, colors.side);
  };
  const yoke = shape.filter(([along]) => along > 0.79);
  const parts = [
    isSide ? '' : panel(1) + panel(-1),
    fill(limb(spine, yoke), colors.yoke),
    line(
      [
        [0.8, 0],
        [0, 0],
      ],
      outfit === 'streetwear' ? 1 : 1.9,
      colors.center,
    ),
  ];
  if (outfit === 'leotard') {
    parts.push(
      line(
        [
          [0.95, 0.9],
          [0.55, -0.2],
          [0.12, -0.95],
        ],
        1.9,
        colors.chevron,
      ),
      line(
        [
          [0.82, 0.97],
          [0.46, 0.05],
          [0.02, -0.75],
        ],
        1.1,
        colors.band,
      ),
    );
  } else {
    parts.push(
      line(
        [
          [0.82, 0.97],
          [0.58, 0],
          [0.82, -0.97],
        ],
        1.8,
        colors.chevron,
      ),
      line(
        [
          [0.68, 0.96],
          [0.44, 0],
          [0.68, -0.96],
        ],
        1.2,
        colors.band,
      ),
    );
  }
  if (outfit === 'streetwear')
    parts.push(
      line(
        [
          [0, 1.02],
          [-0.03, 0],
          [0, -1.02],
        ],
        1.6,
        colors.hem,
      ),
    );
  if (!isSide && outfit !== 'streetwear') parts.push(drawEmblem(place(0.78, 0), colors));
  return parts.join('');
}

function drawEmblem(center: Point, colors: Readonly<Record<Zone, string>>): string {
  const [x, y] = center;
  return (
    `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="2.5" fill="${colors['emblem-edge']}"/>` +
    fill(starPath(center, 1.9), colors.emblem)
  );
}

function halfWidth(shape: readonly Width[], along: number): number {
  const after = Math.max(
    shape.findIndex(([place]) => place >= along),
    1,
  );
  const [from, to] = [shape[after - 1] as Width, shape[after] as Width];
  return from[1] + ((to[1] - from[1]) * (along - from[0])) / (to[0] - from[0]);
}
