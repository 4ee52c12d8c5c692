// Group pictures composed of portraits, so that every face and its place are known.
import sharp, { type OverlayOptions } from 'sharp';
import type { Point } from '#engines/faces/face.ts';

type Box = { left: number; top: number; width: number; height: number };
/** A picture of one person; places are in its pixels. */
export type Portrait = { picture: Buffer; width: number; height: number; face: Box; landmarks: Point[] };
/** Pixels left of `boardEnds` are behind a board. */
export type Labeled = { box: Box; middle: Point; landmarks: Point[]; kind: Kind; boardEnds: number };

type Kind = 'plain' | 'turned' | 'tilted' | 'small' | 'half hidden';
const KINDS: readonly Kind[] = ['plain', 'turned', 'tilted', 'small', 'half hidden'];
/** As a share of the face's width. */
const BOARD_SHARE = 0.4;
const SIZE = { width: 2400, height: 1600 };

/** Returns the same numbers between 0 and 1 for the same seed. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Rows of people before a dark hall with lights; a fifth of them of each kind. */
export async function composeScene(portraits: readonly Portrait[], people: number, random: () => number) {
  const columns = Math.ceil(Math.sqrt(people * 1.5));
  const rows = Math.ceil(people / columns);
  const cell = { width: SIZE.width / columns, height: SIZE.height / rows };
  const layers: OverlayOptions[] = [];
  const labels: Labeled[] = [];
  const start = Math.floor(random() * portraits.length);
  for (let index = 0; index < people; index += 1) {
    const portrait = portraits[(start + index * 7) % portraits.length];
    if (!portrait) continue;
    const kind = KINDS[index % KINDS.length] ?? 'plain';
    const most = Math.min((0.9 * cell.width) / portrait.width, (0.9 * cell.height) / portrait.height);
    const faceSide = Math.max(portrait.face.width, portrait.face.height);
    const wanted = kind === 'small' ? 40 + random() * 20 : 60 + random() * 140;
    const scale = Math.min(most, wanted / faceSide);
    const figure = await drawFigure(portrait, { kind, scale, random });
    const left = Math.round(
      (index % columns) * cell.width + random() * Math.max(0, cell.width - figure.width),
    );
    const top = Math.round(
      Math.floor(index / columns) * cell.height + random() * Math.max(0, cell.height - figure.height),
    );
    if (left + figure.width > SIZE.width || top + figure.height > SIZE.height) continue;
    layers.push({ input: figure.picture, left, top });
    const moved = ({ x, y }: Point) => ({ x: x + left, y: y + top });
    const box = { ...figure.face, left: figure.face.left + left, top: figure.face.top + top };
    labels.push({
      kind,
      box,
      landmarks: figure.landmarks.map(moved),
      middle: moved(figure.middle),
      boardEnds: kind === 'half hidden' ? box.left + BOARD_SHARE * box.width : 0,
    });
  }
  const jpeg = await sharp(await drawHall())
    .composite(layers)
    .jpeg({ quality: 90 })
    .toBuffer();
  return { jpeg, ...SIZE, labels };
}

let hall: Promise<Buffer> | undefined;

function drawHall(): Promise<Buffer> {
  hall ??= sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
      <defs><linearGradient id="n" x2="0" y2="1"><stop stop-color="#12306e"/><stop offset="1" stop-color="#1c2030"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#n)"/>
      ${Array.from({ length: 9 }, (_, light) => `<circle cx="${150 + light * 260}" cy="${60 + (light % 3) * 30}" r="${24 + (light % 4) * 8}" fill="#ffe9a8"/>`).join('')}
      ${Array.from({ length: 14 }, (_, seat) => `<rect x="${seat * 175}" y="1440" width="150" height="120" rx="20" fill="#3a4058"/>`).join('')}
    </svg>`),
  )
    .png()
    .toBuffer();
  return hall;
}

type Drawing = { kind: Kind; scale: number; random: () => number };

/** Turned faces are narrower, tilted ones lean up to 30 degrees, and half hidden ones have something before one side. */
async function drawFigure(portrait: Portrait, { kind, scale, random }: Drawing) {
  const across = scale * (kind === 'turned' ? 0.72 : 1);
  const [width, height] = [Math.round(portrait.width * across), Math.round(portrait.height * scale)];
  const face = {
    left: portrait.face.left * across,
    top: portrait.face.top * scale,
    width: portrait.face.width * across,
    height: portrait.face.height * scale,
  };
  const landmarks = portrait.landmarks.map(({ x, y }) => ({ x: x * across, y: y * scale }));
  const middle = { x: face.left + face.width / 2, y: face.top + face.height / 2 };
  let picture = await sharp(portrait.picture).resize(width, height, { fit: 'fill' }).png().toBuffer();
  if (kind === 'half hidden') {
    const input = {
      create: {
        width: Math.max(1, Math.round(face.width * BOARD_SHARE)),
        height,
        channels: 3 as const,
        background: '#7a1f3d',
      },
    };
    picture = await sharp(picture)
      .composite([{ input, left: Math.max(0, Math.round(face.left)), top: 0 }])
      .png()
      .toBuffer();
  }
  if (kind !== 'tilted') return { picture, width, height, face, landmarks, middle };
  const degrees = (random() < 0.5 ? -1 : 1) * (15 + random() * 15);
  const { data, info } = await sharp(picture)
    .rotate(degrees, { background: '#00000000' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const angle = (degrees * Math.PI) / 180;
  const turn = ({ x, y }: Point): Point => {
    const [u, v] = [x - width / 2, y - height / 2];
    return {
      x: info.width / 2 + u * Math.cos(angle) - v * Math.sin(angle),
      y: info.height / 2 + u * Math.sin(angle) + v * Math.cos(angle),
    };
  };
  const turned = turn(middle);
  return {
    picture: data,
    width: info.width,
    height: info.height,
    face: { ...face, left: turned.x - face.width / 2, top: turned.y - face.height / 2 },
    landmarks: landmarks.map(turn),
    middle: turned,
  };
}
