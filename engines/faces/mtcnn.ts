import {
  type Box,
  correctBox,
  holdsCenter,
  overlapOfSmaller,
  overlapOfUnion,
  type ScoredBox,
  squareOf,
  suppressOverlaps,
} from './boxes.ts';
import type { Point } from './face.ts';
import { buildStage, STAGE_SIZE } from './mtcnn-graphs.ts';
import type { Network, OpenNetwork } from './network.ts';
import { cutSquares, type Pixels, resizePixels } from './pixels.ts';
import { readWeights } from './weights.ts';

export type FoundFace = ScoredBox & { landmarks: Point[] };
export type Mtcnn = {
  find(pixels: Pixels, options: { smallestFacePx: number; known: Box[] }): Promise<FoundFace[]>;
  /** Returns landmarks and the last stage's score for boxes of another detector. */
  describe(pixels: Pixels, boxes: Box[]): Promise<FoundFace[]>;
};

export const MTCNN = {
  pyramidStep: 0.6,
  confidence: { pnet: 0.8, rnet: 0.8, onet: 0.9 },
  overlap: { level: 0.5, pyramid: 0.5, rnet: 0.5, onet: 0.7 },
  mostCandidates: 1_500,
  batch: 64,
};

type Answer = { box: Box; logit: number; columns: Float32Array };

export async function openMtcnn(open: OpenNetwork): Promise<Mtcnn> {
  const weights = await readWeights('weights/mtcnn_model-weights_manifest.json');
  const scanner = await open(buildStage('pnet', weights));
  const refiner = await open(buildStage('rnet', weights));
  const judge = await open(buildStage('onet', weights));

  return {
    async find(pixels, { smallestFacePx, known }) {
      const candidates = (await scan(scanner, pixels, smallestFacePx)).filter(
        (box) => !known.some((face) => holdsCenter(face, box)),
      );
      const refined = (await ask(refiner, pixels, candidates, STAGE_SIZE.rnet))
        .filter(({ logit }) => logit > logitOf(MTCNN.confidence.rnet))
        .map(({ box, logit, columns }) => ({ ...squareOf(box), score: logit, columns }));
      const squares = suppressOverlaps(refined, MTCNN.overlap.rnet).map((square) =>
        squareOf(correctBox(square, square.columns, 1)),
      );
      const faces = (await ask(judge, pixels, squares, STAGE_SIZE.onet))
        .filter(({ logit }) => logit > logitOf(MTCNN.confidence.onet))
        .map(faceOf);
      return suppressOverlaps(faces, MTCNN.overlap.onet, overlapOfSmaller);
    },
    async describe(pixels, boxes) {
      return (await ask(judge, pixels, boxes.map(squareOf), STAGE_SIZE.onet)).map(faceOf);
    },
  };
}

/** The first stage checks 12-pixel squares all over the picture, at decreasing scales. */
async function scan(scanner: Network, pixels: Pixels, smallestFacePx: number): Promise<Box[]> {
  const found: (ScoredBox & { corrected: Box })[] = [];
  const side = STAGE_SIZE.pnet;
  let scale = side / smallestFacePx;
  let level = pixels;
  while (Math.min(pixels.width, pixels.height) * scale >= side) {
    level = await resizePixels(level, Math.ceil(pixels.width * scale), Math.ceil(pixels.height * scale));
    found.push(...(await scanLevel(scanner, level, scale)));
    scale *= MTCNN.pyramidStep;
  }
  return suppressOverlaps(found, MTCNN.overlap.pyramid)
    .slice(0, MTCNN.mostCandidates)
    .map(({ corrected }) => squareOf(corrected));
}

async function scanLevel(scanner: Network, { data, width, height }: Pixels, scale: number) {
  const { y } = await scanner.run(data, [1, height, width, 3]);
  const [, , rows = 0, columns = 0] = y?.shape ?? [];
  const values = y?.data ?? new Float32Array();
  const cells = rows * columns;
  const least = logitOf(MTCNN.confidence.pnet);
  const hits: (ScoredBox & { corrected: Box })[] = [];
  for (let cell = 0; cell < cells; cell += 1) {
    const logit = values[cell] as number;
    if (logit < least) continue;
    const left = ((cell % columns) * 2 + 1) / scale;
    const top = (Math.floor(cell / columns) * 2 + 1) / scale;
    const box = { left, top, right: left + 11 / scale, bottom: top + 11 / scale };
    hits.push({ ...box, score: logit, corrected: correctBox(box, values, cell + cells, cells) });
  }
  return suppressOverlaps(hits, MTCNN.overlap.level, overlapOfUnion);
}

async function ask(network: Network, pixels: Pixels, squares: Box[], size: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < squares.length; start += MTCNN.batch) {
    const some = squares.slice(start, start + MTCNN.batch);
    const { y } = await network.run(cutSquares(pixels, some, size), [some.length, size, size, 3]);
    const width = y?.shape[1] ?? 0;
    some.forEach((box, i) => {
      const columns = y?.data.slice(i * width, (i + 1) * width) ?? new Float32Array();
      answers.push({ box, logit: columns[0] as number, columns });
    });
  }
  return answers;
}

function faceOf({ box, logit, columns }: Answer): FoundFace {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const landmarks = [5, 6, 7, 8, 9].map((x) => ({
    x: box.left + (columns[x] as number) * width,
    y: box.top + (columns[x + 5] as number) * height,
  }));
  return { ...correctBox(box, columns, 1), score: 1 / (1 + Math.exp(-logit)), landmarks };
}

function logitOf(confidence: number): number {
  return Math.log(confidence / (1 - confidence));
}
