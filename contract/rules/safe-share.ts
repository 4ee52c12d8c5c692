// A safe share: discs cover faces, and the picture is cut around the faces that stay visible. The editor draws with the
// same rules as the server, so that parents get what they saw.

/** In fractions of the upright picture's width and height. */
export type CoverBox = { x: number; y: number; width: number; height: number };
type Size = { width: number; height: number };

export const COVER_STYLES = ['blur', 'shape'] as const;
export type CoverStyle = (typeof COVER_STYLES)[number];
export const SHARE_RATIOS = ['1:1', '4:5', '9:16', 'original'] as const;
export type ShareRatio = (typeof SHARE_RATIOS)[number];

export const MAX_COVERS = 200;
/** Keeps the area that the server paints small. Faces that lie beside each other never reach it. */
export const MAX_COVERED_AREA = 1.5;
/** The sponsor's picture goes across the whole bottom and takes at most this share of the height. */
export const MAX_SPONSOR_SHARE = 0.16;

/** A disc is this much wider than the longer side of a face, so that chin, ears and forehead are under it too. */
const DISC_SCALE = 1.5;

export type Disc = { x: number; y: number; radius: number };

/** In pixels of a picture of this size. */
export function discOf({ x, y, width, height }: CoverBox, size: Size): Disc {
  const side = Math.max(width * size.width, height * size.height);
  return {
    x: (x + width / 2) * size.width,
    y: (y + height / 2) * size.height,
    radius: (side * DISC_SCALE) / 2,
  };
}

/** The squares around all boxes, as a part of the picture. */
export function coveredArea(boxes: readonly CoverBox[], size: Size): number {
  const area = ({ width, height }: CoverBox) => Math.max(width * size.width, height * size.height) ** 2;
  return boxes.reduce((sum, box) => sum + area(box), 0) / (size.width * size.height);
}

/** The box whose disc this is, cut off at the edges of the picture. */
export function boxOf({ x, y, radius }: Disc, size: Size): CoverBox {
  const side = Math.min((radius * 2) / DISC_SCALE, size.width, size.height);
  const across = side / size.width;
  const down = side / size.height;
  const within = (middle: number, part: number) => Math.min(Math.max(middle - part / 2, 0), 1 - part);
  return { x: within(x / size.width, across), y: within(y / size.height, down), width: across, height: down };
}

/** Two boxes are one face if the middle of one lies in the other. */
export function isSameFace(a: CoverBox, b: CoverBox): boolean {
  return holdsMiddle(a, b) || holdsMiddle(b, a);
}

function holdsMiddle(outer: CoverBox, inner: CoverBox): boolean {
  const x = inner.x + inner.width / 2;
  const y = inner.y + inner.height / 2;
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height;
}

/** The smallest box that holds both. */
export function joinBoxes(a: CoverBox, b: CoverBox): CoverBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)];
  // Rounding must not make either box smaller.
  return { x, y, width: Math.max(a.width, right - x), height: Math.max(a.height, bottom - y) };
}

/** Turns a box with its picture, clockwise. */
export function turnBox({ x, y, width, height }: CoverBox, degrees: number): CoverBox {
  switch ((degrees + 360) % 360) {
    case 90:
      return { x: 1 - y - height, y: x, width: height, height: width };
    case 180:
      return { x: 1 - x - width, y: 1 - y - height, width, height };
    case 270:
      return { x: y, y: 1 - x - width, width: height, height: width };
    default:
      return { x, y, width, height };
  }
}

const SHAPES: Record<Exclude<ShareRatio, 'original'>, number> = { '1:1': 1, '4:5': 4 / 5, '9:16': 9 / 16 };

export type Crop = { left: number; top: number; width: number; height: number };

/** The largest part of this shape, as close to the middle of the visible faces as can be. In whole pixels. */
export function cropOf(ratio: ShareRatio, size: Size, visible: readonly CoverBox[]): Crop {
  if (ratio === 'original') return { left: 0, top: 0, ...size };
  const shape = SHAPES[ratio];
  const width = Math.min(size.width, Math.round(size.height * shape));
  const height = Math.min(size.height, Math.round(size.width / shape));
  const middleOf = (starts: number[], ends: number[]) =>
    starts.length === 0 ? 0.5 : (Math.min(...starts) + Math.max(...ends)) / 2;
  const x = middleOf(
    visible.map((box) => box.x),
    visible.map((box) => box.x + box.width),
  );
  const y = middleOf(
    visible.map((box) => box.y),
    visible.map((box) => box.y + box.height),
  );
  const start = (middle: number, whole: number, part: number) =>
    Math.round(Math.min(Math.max(middle * whole - part / 2, 0), whole - part));
  return { left: start(x, size.width, width), top: start(y, size.height, height), width, height };
}

/** Dark enough for white text. */
const TEAM_COLORS = ['#1d3fb4', '#b3123a', '#0b6b4f', '#6a26b5', '#a8460b', '#0b6a94', '#8a1167', '#3c4552'];

/** Teams have no color of their own, so each gets the same one of these every time. */
export function teamColor(team: string): string {
  let sum = 0;
  for (const character of team) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return TEAM_COLORS[sum % TEAM_COLORS.length] as string;
}
