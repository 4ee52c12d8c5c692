import type { Tx } from '#server/context.ts';
import { listSealedReferences } from './reference-photos.queries.ts';
import { openSealed } from './template-vault.ts';

const FLOAT_BYTES = 4;

export function writeEmbedding(embedding: Float32Array): Buffer {
  const bytes = Buffer.alloc(embedding.length * FLOAT_BYTES);
  embedding.forEach((value, i) => {
    bytes.writeFloatLE(value, i * FLOAT_BYTES);
  });
  return bytes;
}

function readEmbedding(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / FLOAT_BYTES }, (_, i) =>
    bytes.readFloatLE(i * FLOAT_BYTES),
  );
}

export async function readReferences(
  tx: Pick<Tx, 'db' | 'storage' | 'athleteKeys'>,
  athleteIds: number[],
): Promise<Map<number, Float32Array[]>> {
  const references = new Map<number, Float32Array[]>();
  for (const { athleteId, fileId, sealedTemplate } of await listSealedReferences(tx.db, athleteIds)) {
    const bytes = await openSealed(tx, fileId, sealedTemplate, 'template');
    if (bytes) references.set(athleteId, [...(references.get(athleteId) ?? []), readEmbedding(bytes)]);
  }
  return references;
}
