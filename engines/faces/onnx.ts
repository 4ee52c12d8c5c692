import type { InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-node';

/** Reads the named float tensors of an ONNX file and ignores its graph. */
export function readTensors(model: Buffer): Map<string, { shape: number[]; data: Float32Array }> {
  const tensors = new Map<string, { shape: number[]; data: Float32Array }>();
  for (const graph of bytesOf(model, 7)) {
    for (const tensor of bytesOf(graph, 5)) {
      const [name] = bytesOf(tensor, 8);
      const [floats] = [...bytesOf(tensor, 4), ...bytesOf(tensor, 9)];
      if (!name || !floats) continue;
      const shape = [...fieldsOf(tensor)].flatMap(([field, value]) => (field === 1 ? [Number(value)] : []));
      // The bytes are copied, because floats in the file may be unaligned.
      const data = new Float32Array(new Uint8Array(floats).buffer);
      tensors.set(name.toString(), { shape, data });
    }
  }
  return tensors;
}

function bytesOf(message: Buffer, wanted: number): Buffer[] {
  return [...fieldsOf(message)].flatMap(([field, value]) =>
    field === wanted && typeof value !== 'number' ? [value] : [],
  );
}

const VARINT = 0;
const LONG = 1;
const BYTES = 2;

function* fieldsOf(message: Buffer): Generator<[field: number, value: number | Buffer]> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let place = 1; ; place *= 128) {
      const byte = message[at] ?? 0;
      at += 1;
      value += (byte & 127) * place;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    const kind = key % 8;
    const field = Math.floor(key / 8);
    if (kind === VARINT) yield [field, varint()];
    else {
      const length = kind === BYTES ? varint() : kind === LONG ? 8 : 4;
      yield [field, message.subarray(at, at + length)];
      at += length;
    }
  }
}

// Builds ONNX files in memory, because the detectors' weights come as plain tensors.

export type Tensor = { shape: number[]; data: Float32Array | Uint8Array | BigInt64Array };
type Attribute = number | number[] | string;
type Dimension = number | string;

const OPSET = 13;
const IR_VERSION = 8;
const ELEMENT = { float32: 1, uint8: 2, int64: 7 } as const;
type Element = keyof typeof ELEMENT;

export type Graph = ReturnType<typeof createGraph>;

export function createGraph() {
  const nodes: Buffer[] = [];
  const constants: Buffer[] = [];
  const inputs: Buffer[] = [];
  const outputs: Buffer[] = [];
  let names = 0;
  const newName = () => {
    names += 1;
    return `v${names}`;
  };
  const addNode = (type: string, from: string[], attributes: Record<string, Attribute>, to: string[]) => {
    const described = Object.entries(attributes).map(([name, value]) =>
      bytesField(5, attribute(name, value)),
    );
    const wires = [...from.map((name) => textField(1, name)), ...to.map((name) => textField(2, name))];
    nodes.push(bytesField(1, Buffer.concat([...wires, textField(4, type), ...described])));
  };

  return {
    input(name: string, element: Element, shape: Dimension[]): string {
      inputs.push(bytesField(11, valueInfo(name, element, shape)));
      return name;
    },
    output(name: string, shape: Dimension[]): void {
      outputs.push(bytesField(12, valueInfo(name, 'float32', shape)));
    },
    constant({ shape, data }: Tensor): string {
      const name = newName();
      const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      const fields = [intField(2, ELEMENT[elementOf(data)]), textField(8, name), bytesField(9, raw)];
      const dimensions = shape.map((size) => intField(1, size));
      constants.push(bytesField(5, Buffer.concat([...dimensions, ...fields])));
      return name;
    },
    node(type: string, from: string[], attributes: Record<string, Attribute> = {}, to = newName()): string {
      addNode(type, from, attributes, [to]);
      return to;
    },
    /** Quantizes floats to bytes with the scale and zero point of this tensor. */
    quantise(from: string): { bytes: string; scale: string; zero: string } {
      const [bytes, scale, zero] = [newName(), newName(), newName()];
      addNode('DynamicQuantizeLinear', [from], {}, [bytes, scale, zero]);
      return { bytes, scale, zero };
    },
    build(): Buffer {
      const graph = Buffer.concat([...nodes, textField(2, 'faces'), ...constants, ...inputs, ...outputs]);
      return Buffer.concat([
        intField(1, IR_VERSION),
        bytesField(7, graph),
        bytesField(8, intField(2, OPSET)),
      ]);
    },
  };
}

function elementOf(data: Tensor['data']): Element {
  if (data instanceof Float32Array) return 'float32';
  return data instanceof Uint8Array ? 'uint8' : 'int64';
}

function valueInfo(name: string, element: Element, shape: Dimension[]): Buffer {
  const dimensions = shape.map((size) =>
    bytesField(1, typeof size === 'string' ? textField(2, size) : intField(1, size)),
  );
  const tensor = Buffer.concat([intField(1, ELEMENT[element]), bytesField(2, Buffer.concat(dimensions))]);
  return Buffer.concat([textField(1, name), bytesField(2, bytesField(1, tensor))]);
}

function attribute(name: string, value: Attribute): Buffer {
  const INTEGER = 2;
  const TEXT = 3;
  const INTEGERS = 7;
  if (Array.isArray(value)) {
    return Buffer.concat([
      textField(1, name),
      ...value.map((each) => intField(8, each)),
      intField(20, INTEGERS),
    ]);
  }
  if (typeof value === 'string') {
    return Buffer.concat([textField(1, name), textField(4, value), intField(20, TEXT)]);
  }
  return Buffer.concat([textField(1, name), intField(3, value), intField(20, INTEGER)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

function intField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function bytesField(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(value.length), value]);
}

function textField(field: number, value: string): Buffer {
  return bytesField(field, Buffer.from(value));
}

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

function asOutput(tensor: RuntimeTensor): Output {
  return { data: tensor.data as Float32Array, shape: tensor.dims };
}
