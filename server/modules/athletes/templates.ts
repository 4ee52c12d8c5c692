import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
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

/** Opened for as long as they are compared or shown to their customer; written nowhere. */
export async function readReferences(
  world: Pick<Context, 'storage' | 'athleteKeys'> & { db: Db },
  athleteIds: number[],
): Promise<Map<number, Float32Array[]>> {
  const references = new Map<number, Float32Array[]>();
  for (const { athleteId, fileId, sealedTemplate } of await listSealedReferences(world.db, athleteIds)) {
    const bytes = await openSealed(world, fileId, sealedTemplate, 'template');
    if (bytes) references.set(athleteId, [...(references.get(athleteId) ?? []), readEmbedding(bytes)]);
  }
  return references;
}
