import type { InferenceSession, Tensor } from 'onnxruntime-node';

/** Runs the network on one tensor and returns the named output. */
export type Network = {
  run(data: Uint8Array | Float32Array, shape: number[]): Promise<Record<string, Output>>;
};
export type Output = { data: Float32Array; shape: readonly number[] };
export type OpenNetwork = (model: Buffer) => Promise<Network>;

// One single-threaded network per core is faster than networks that share cores. Without the arena, memory is freed
// after a large picture, at no measurable cost.
const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
};

/** Throws if there is no native runtime for this machine. */
export async function loadRuntime(): Promise<OpenNetwork> {
  const { default: runtime } = await import('onnxruntime-node');
  return async (model) => {
    const session = await runtime.InferenceSession.create(model, OPTIONS);
    const [input] = session.inputNames;
    if (!input) throw new Error('a network without an input');
    return {
      async run(data, shape) {
        const tensor =
          data instanceof Uint8Array
            ? new runtime.Tensor('uint8', data, shape)
            : new runtime.Tensor('float32', data, shape);
        const outputs = await session.run({ [input]: tensor });
        return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, asOutput(value)]));
      },
    };
  };
}

function asOutput(tensor: Tensor): Output {
  return { data: tensor.data as Float32Array, shape: tensor.dims };
}
