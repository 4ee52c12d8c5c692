import { type ScoredBox, suppressOverlaps } from './face.ts';
import { createGraph, type Graph, type Network, type OpenNetwork } from './onnx.ts';
import { type Pixels, resizePixels } from './pixels.ts';
import { readWeights, type Weights } from './weights.ts';

export type Ssd = { find(pixels: Pixels): Promise<ScoredBox[]> };

export const SSD = { confidence: 0.5, overlap: 0.4 };
/** Both sides are multiples of the coarsest step. */
const STEP = 128;
const CLASSES = 3;
const FACE_CLASS = 1;

/** Finds large, bowed or partly covered faces that MTCNN misses. */
export async function openSsd(open: OpenNetwork): Promise<Ssd> {
  const weights = await readWeights('weights/ssd_mobilenetv1_model-weights_manifest.json');
  const network = await open(buildSsd(weights));
  const anchors = weights('Output/extra_dim').data;
  return { find: (pixels) => look(network, anchors, pixels) };
}

async function look(network: Network, anchors: Float32Array, pixels: Pixels): Promise<ScoredBox[]> {
  const scale = Math.min(1, SSD_SIDE / Math.max(pixels.width, pixels.height));
  const small = await resizePixels(
    pixels,
    Math.max(1, Math.round(pixels.width * scale)),
    Math.max(1, Math.round(pixels.height * scale)),
  );
  const width = Math.ceil(small.width / STEP) * STEP;
  const height = Math.ceil(small.height / STEP) * STEP;
  const padded = new Uint8Array(width * height * 3);
  for (let y = 0; y < small.height; y += 1) {
    padded.set(small.data.subarray(y * small.width * 3, (y + 1) * small.width * 3), y * width * 3);
  }
  const { boxes, classes } = await network.run(padded, [1, height, width, 3]);
  if (!boxes || !classes) return [];

  const found: ScoredBox[] = [];
  const least = Math.log(SSD.confidence / (1 - SSD.confidence));
  let answer = 0;
  for (const { stride, anchorsACell, firstAnchor } of SSD_LEVELS) {
    const columnsWhole = SSD_SIDE / stride;
    for (let row = 0; row < height / stride; row += 1) {
      for (let column = 0; column < width / stride; column += 1) {
        for (let each = 0; each < anchorsACell; each += 1, answer += 1) {
          const logit = classes.data[answer * CLASSES + FACE_CLASS] as number;
          if (logit < least) continue;
          const anchor = firstAnchor + (row * columnsWhole + column) * anchorsACell + each;
          found.push({
            ...readBox(boxes.data, answer * 4, anchors, anchor * 4, SSD_SIDE / scale),
            score: logit,
          });
        }
      }
    }
  }
  return suppressOverlaps(found, SSD.overlap).map((box) => ({
    ...box,
    score: 1 / (1 + Math.exp(-box.score)),
  }));
}

/** Boxes are encoded as distances from the anchor, in fractions of the input square. */
function readBox(told: Float32Array, at: number, anchors: Float32Array, anchorAt: number, side: number) {
  const [top = 0, left = 0, bottom = 0, right = 0] = anchors.subarray(anchorAt, anchorAt + 4);
  const [down = 0, across = 0, taller = 0, wider = 0] = told.subarray(at, at + 4);
  const height = bottom - top;
  const width = right - left;
  const y = (down / 10) * height + (top + bottom) / 2;
  const x = (across / 10) * width + (left + right) / 2;
  const halfHeight = (Math.exp(taller / 5) * height) / 2;
  const halfWidth = (Math.exp(wider / 5) * width) / 2;
  return {
    left: (x - halfWidth) * side,
    top: (y - halfHeight) * side,
    right: (x + halfWidth) * side,
    bottom: (y + halfHeight) * side,
  };
}

/** The anchors cover a square of this size; other pictures use only the rows they need. */
export const SSD_SIDE = 512;

/** Coarser levels find faces that fill the picture, which MTCNN finds anyway. */
export const SSD_LEVELS = [
  { stride: 16, anchorsACell: 3, firstAnchor: 0 },
  { stride: 32, anchorsACell: 6, firstAnchor: 3072 },
  { stride: 64, anchorsACell: 6, firstAnchor: 4608 },
  { stride: 128, anchorsACell: 6, firstAnchor: 4992 },
] as const;

const HALVING_BLOCKS = [2, 4, 6, 12];
const BLOCKS = 13;
const FINE_BLOCK = 11;
const NORMALISING_EPSILON = 0.001;

type Kernel = { shape: number[]; data: Float32Array };

/** Builds SSD over MobileNet v1; outputs box distances and class logits of every anchor. */
export function buildSsd(weights: Weights): Buffer {
  const graph = createGraph();
  graph.input('x', 'uint8', ['n', 'h', 'w', 3]);
  const bytes = graph.node('Transpose', [graph.node('Cast', ['x'], { to: 1 })], { perm: [0, 3, 1, 2] });
  const scaled = graph.node('Mul', [bytes, scalar(graph, 2 / 255)]);
  const zero = scalar(graph, 0);
  const six = scalar(graph, 6);
  const bounded = (x: string) => graph.node('Clip', [x, zero, six]);
  const pointwise = (x: string, part: string, block: number, stride: number) => {
    const name = `${part}/Conv2d_${block}_pointwise`;
    const bias = weights(`${name}/convolution_bn_offset`).data;
    return bounded(addConvolution(graph, x, weights(`${name}/weights`), bias, stride));
  };

  let x = pointwise(graph.node('Sub', [scaled, scalar(graph, 1)]), 'MobilenetV1', 0, 2);
  let fine = x;
  for (let block = 1; block <= BLOCKS; block += 1) {
    const stride = HALVING_BLOCKS.includes(block) ? 2 : 1;
    x = bounded(addDepthwise(graph, x, weights, `MobilenetV1/Conv2d_${block}_depthwise`, stride));
    x = pointwise(x, 'MobilenetV1', block, 1);
    if (block === FINE_BLOCK) fine = x;
  }
  const coarse = pointwise(pointwise(x, 'Prediction', 0, 1), 'Prediction', 1, 2);
  const coarser = pointwise(pointwise(coarse, 'Prediction', 2, 1), 'Prediction', 3, 2);
  const tell = (what: string, width: number, to: string) => {
    const parts = [fine, x, coarse, coarser].map((level, i) => {
      const name = `Prediction/BoxPredictor_${i}/${what}`;
      const bias = weights(`${name}/biases`).data;
      const told = addConvolution(graph, level, weights(`${name}/weights`), bias, 1);
      const shape = graph.constant({ shape: [3], data: BigInt64Array.of(0n, -1n, BigInt(width)) });
      return graph.node('Reshape', [graph.node('Transpose', [told], { perm: [0, 2, 3, 1] }), shape]);
    });
    graph.node('Concat', parts, { axis: 1 }, to);
    graph.output(to, ['n', 'anchors', width]);
  };
  tell('BoxEncodingPredictor', 4, 'boxes');
  tell('ClassPredictor', 3, 'classes');
  return graph.build();
}

function scalar(graph: Graph, value: number): string {
  return graph.constant({ shape: [], data: Float32Array.of(value) });
}

/** Pads odd sides like even ones, so that cells stay aligned with their anchors. */
function padding(size: number, stride: number): number[] {
  if (size === 1) return [0, 0, 0, 0];
  return stride === 2 ? [0, 0, 1, 1] : [1, 1, 1, 1];
}

function addConvolution(graph: Graph, x: string, kernel: Kernel, bias: Float32Array, stride: number): string {
  const [rows = 0, columns = 0, inputs = 0, outputs = 0] = kernel.shape;
  const data = new Float32Array(kernel.data.length);
  for (let from = 0; from < data.length; from += 1) {
    const output = from % outputs;
    const input = Math.floor(from / outputs) % inputs;
    const cell = Math.floor(from / (outputs * inputs));
    data[(output * inputs + input) * rows * columns + cell] = kernel.data[from] as number;
  }
  const constants = [
    graph.constant({ shape: [outputs, inputs, rows, columns], data }),
    graph.constant({ shape: [outputs], data: bias }),
  ];
  return graph.node('Conv', [x, ...constants], {
    kernel_shape: [rows, columns],
    strides: [stride, stride],
    pads: padding(rows, stride),
  });
}

/** The normalization that follows is folded into the kernel. */
function addDepthwise(graph: Graph, x: string, weights: Weights, name: string, stride: number): string {
  const { shape, data: stored } = weights(`${name}/depthwise_weights`);
  const of = (statistic: string) => weights(`${name}/BatchNorm/${statistic}`).data;
  const [gamma, beta, mean, variance] = [of('gamma'), of('beta'), of('moving_mean'), of('moving_variance')];
  const [rows = 0, columns = 0, channels = 0] = shape;
  const cells = rows * columns;
  const data = new Float32Array(channels * cells);
  const bias = new Float32Array(channels);
  for (let channel = 0; channel < channels; channel += 1) {
    const factor =
      (gamma[channel] as number) / Math.sqrt((variance[channel] as number) + NORMALISING_EPSILON);
    bias[channel] = (beta[channel] as number) - (mean[channel] as number) * factor;
    for (let cell = 0; cell < cells; cell += 1) {
      data[channel * cells + cell] = (stored[cell * channels + channel] as number) * factor;
    }
  }
  const constants = [
    graph.constant({ shape: [channels, 1, rows, columns], data }),
    graph.constant({ shape: [channels], data: bias }),
  ];
  return graph.node('Conv', [x, ...constants], {
    kernel_shape: [rows, columns],
    strides: [stride, stride],
    group: channels,
    pads: padding(rows, stride),
  });
}
