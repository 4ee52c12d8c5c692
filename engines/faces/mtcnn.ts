import {
  type Box,
  correctBox,
  holdsCenter,
  overlapOfSmaller,
  overlapOfUnion,
  type Point,
  type ScoredBox,
  squareOf,
  suppressOverlaps,
} from './face.ts';
import { createGraph, type Graph, type Network, type OpenNetwork } from './onnx.ts';
import { cutSquares, type Pixels, resizePixels } from './pixels.ts';
import { readWeights, type Weights } from './weights.ts';

export type FoundFace = ScoredBox & { landmarks: Point[] };
/** `uncertain` has the boxes that the last stage neither calls a face nor rules out. */
export type Found = { faces: FoundFace[]; uncertain: ScoredBox[] };
export type Mtcnn = {
  find(pixels: Pixels, options: { smallestFacePx: number; known: Box[] }): Promise<Found>;
  /** Returns landmarks and the last stage's score for boxes of another detector. */
  describe(pixels: Pixels, boxes: Box[]): Promise<FoundFace[]>;
};

export const MTCNN = {
  pyramidStep: 0.6,
  confidence: { pnet: 0.8, rnet: 0.8, onet: 0.9 },
  /** The last stage's score from which something is worth a cover. */
  uncertain: 0.1,
  overlap: { level: 0.5, pyramid: 0.5, rnet: 0.5, onet: 0.7 },
  maxCandidates: 1_500,
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
      const judged = await ask(judge, pixels, squares, STAGE_SIZE.onet);
      const [surest, least] = [logitOf(MTCNN.confidence.onet), logitOf(MTCNN.uncertain)];
      const faces = judged.filter(({ logit }) => logit > surest).map(faceOf);
      const uncertain = judged.filter(({ logit }) => logit > least && logit <= surest).map(faceOf);
      return {
        faces: suppressOverlaps(faces, MTCNN.overlap.onet, overlapOfSmaller),
        uncertain: suppressOverlaps(uncertain, MTCNN.overlap.onet, overlapOfSmaller),
      };
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
    .slice(0, MTCNN.maxCandidates)
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

export type Stage = 'pnet' | 'rnet' | 'onet';
export const STAGE_SIZE = { pnet: 12, rnet: 24, onet: 48 } as const;

const MEAN = 127.5;
const SPREAD = 128;

/**
 * Builds one stage of MTCNN that takes bytes. The output columns are the face logit, four box corrections and, in the
 * last stage, five landmarks. The heads share one layer, because three narrow layers cost three times as much.
 */
export function buildStage(stage: Stage, weights: Weights): Buffer {
  const graph = createGraph();
  const of = (name: string) => weights(`${stage}/${name}`);
  const side = STAGE_SIZE[stage];
  const isScan = stage === 'pnet';
  graph.input('x', 'uint8', isScan ? ['n', 'h', 'w', 3] : ['n', side, side, 3]);
  let x = graph.node('Transpose', [graph.node('Cast', ['x'], { to: 1 })], { perm: [0, 3, 1, 2] });
  const convolve = (name: string, alpha: string) => {
    x = addConvolution(graph, x, of(`${name}/weights`), of(`${name}/bias`).data, name === 'conv1');
    const slope = of(`${alpha}_alpha`);
    x = graph.node('PRelu', [x, graph.constant({ shape: [slope.data.length, 1, 1], data: slope.data })]);
  };
  const pool = (size: number, padding: 'SAME_UPPER' | 'VALID') => {
    x = graph.node('MaxPool', [x], { kernel_shape: [size, size], strides: [2, 2], auto_pad: padding });
  };

  convolve('conv1', 'prelu1');
  pool(isScan ? 2 : 3, 'SAME_UPPER');
  convolve('conv2', 'prelu2');
  if (!isScan) pool(3, 'VALID');
  convolve('conv3', 'prelu3');
  if (isScan) {
    const heads = joinHeads([of('conv4_1/weights'), of('conv4_2/weights')]);
    const bias = joinBiases([of('conv4_1/bias').data, of('conv4_2/bias').data]);
    const kernel = graph.constant({ shape: [bias.length, 32, 1, 1], data: transpose(heads, bias.length) });
    const from = [x, kernel, graph.constant({ shape: [bias.length], data: bias })];
    graph.node('Conv', from, { kernel_shape: [1, 1] }, 'y');
    graph.output('y', ['n', bias.length, 'rows', 'columns']);
    return graph.build();
  }
  if (stage === 'onet') {
    pool(2, 'SAME_UPPER');
    convolve('conv4', 'prelu4');
  }
  x = graph.node('Flatten', [graph.node('Transpose', [x], { perm: [0, 3, 2, 1] })], { axis: 1 });
  x = graph.node('Gemm', [x, graph.constant(of('fc1/weights')), graph.constant(of('fc1/bias'))]);
  x = graph.node('PRelu', [x, graph.constant(of(stage === 'rnet' ? 'prelu4_alpha' : 'prelu5_alpha'))]);
  const names = stage === 'rnet' ? ['fc2_1', 'fc2_2'] : ['fc2_1', 'fc2_2', 'fc2_3'];
  const heads = joinHeads(names.map((name) => of(`${name}/weights`)));
  const bias = joinBiases(names.map((name) => of(`${name}/bias`).data));
  const matrix = graph.constant({ shape: [heads.length / bias.length, bias.length], data: heads });
  graph.node('Gemm', [x, matrix, graph.constant({ shape: [bias.length], data: bias })], {}, 'y');
  graph.output('y', ['n', bias.length]);
  return graph.build();
}

/** Stored kernels have x before y; the first one includes the scaling of bytes to about -1..1. */
function addConvolution(
  graph: Graph,
  x: string,
  kernel: { shape: number[]; data: Float32Array },
  storedBias: Float32Array,
  isFirst: boolean,
): string {
  const [columns = 0, rows = 0, inputs = 0, outputs = 0] = kernel.shape;
  const data = new Float32Array(kernel.data.length);
  const bias = Float32Array.from(storedBias);
  let from = 0;
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      for (let input = 0; input < inputs; input += 1) {
        for (let output = 0; output < outputs; output += 1) {
          const weight = (kernel.data[from] as number) / (isFirst ? SPREAD : 1);
          data[((output * inputs + input) * rows + row) * columns + column] = weight;
          if (isFirst) bias[output] = (bias[output] as number) - weight * MEAN;
          from += 1;
        }
      }
    }
  }
  const constants = [
    graph.constant({ shape: [outputs, inputs, rows, columns], data }),
    graph.constant({ shape: [outputs], data: bias }),
  ];
  return graph.node('Conv', [x, ...constants], { kernel_shape: [rows, columns] });
}

/** Only the difference between the logits "no face" and "face" is needed. */
function joinBiases([twoClasses = new Float32Array(2), ...others]: Float32Array[]): Float32Array {
  const [no = 0, yes = 0] = twoClasses;
  return Float32Array.from([yes - no, ...others.flatMap((other) => [...other])]);
}

function joinHeads(heads: { shape: number[]; data: Float32Array }[]): Float32Array {
  const inputs = (heads[0]?.data.length ?? 0) / 2;
  const joined: number[] = [];
  for (let input = 0; input < inputs; input += 1) {
    const rows = heads.map(({ data }) => {
      const width = data.length / inputs;
      return data.subarray(input * width, (input + 1) * width);
    });
    joined.push(...joinBiases(rows));
  }
  return Float32Array.from(joined);
}

function transpose(matrix: Float32Array, columns: number): Float32Array {
  const rows = matrix.length / columns;
  return matrix.map((_, i) => matrix[(i % rows) * columns + Math.floor(i / rows)] as number);
}
