import { type ScoredBox, suppressOverlaps } from './boxes.ts';
import type { Network, OpenNetwork } from './network.ts';
import { type Pixels, resizePixels } from './pixels.ts';
import { buildSsd, SSD_LEVELS, SSD_SIDE } from './ssd-graph.ts';
import { readWeights } from './weights.ts';

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
