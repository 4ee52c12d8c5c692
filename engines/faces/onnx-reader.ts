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
