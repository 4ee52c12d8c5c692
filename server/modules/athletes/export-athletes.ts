import type { ResponseOf } from '#contract/endpoint.ts';
import type { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import type { Tx } from '#server/context.ts';
import { findAlbumsOfImages } from '#server/modules/images/album-images.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type ExportFile, jsonFile } from '#server/platform/personal-data/export-file.ts';
import { listAthleteRows, listConsents } from './athletes.queries.ts';
import { getOwnAthlete, type ShowTx, showAthlete } from './athletes.ts';
import { toWireExport } from './athletes.wire.ts';
import { listAllMatches } from './matches.queries.ts';
import { decryptTemplate, photoKey, readReferences } from './template-vault.ts';

type ExportTx = Pick<Tx, 'db' | 'storage' | 'athleteKeys'>;

/** Includes athletes whose data was erased: their names and the dates of consent are kept as a record. */
export async function* exportAthletes(tx: ExportTx, userId: number): AsyncGenerator<ExportFile> {
  const { db } = tx;
  const rows = [
    ...(await listAthleteRows(db, userId)),
    ...(await listAthleteRows(db, userId, { deleted: true })),
  ];
  for (const { id, name, teamName, createdAt, deletedAt } of rows) {
    const matches = await listAllMatches(db, id);
    const albums = await findAlbumsOfImages(
      db,
      matches.map(({ imageId }) => imageId),
    );
    const references = await db
      .selectFrom('athleteReferencePhotos')
      .select(['id', 'fileId', 'createdAt', 'deletedAt'])
      .where('athleteId', '=', id)
      .orderBy('id')
      .execute();
    const templates = (await readReferences(tx, [id])).get(id) ?? [];
    yield jsonFile(`athletes/${id}/athlete.json`, {
      id,
      name,
      teamName,
      createdAt,
      deletedAt,
      consents: await listConsents(db, id),
      referencePhotos: references.map((photo) => ({ ...photo, fileId: undefined })),
      templates: templates.map((template) => [...template]),
      matches: matches.map(({ imageId, score, decision }) => ({
        image: imageId,
        album: albums.get(imageId) ?? null,
        score,
        decision,
      })),
    });
    for (const { id: photoId, fileId } of references) {
      const content = fileId ? await readPhoto(tx, fileId) : undefined;
      if (content) yield { name: `athletes/${id}/reference-photo-${photoId}.webp`, content };
    }
  }
}

async function readPhoto(tx: ExportTx, fileId: string): Promise<Buffer | undefined> {
  const encrypted = await tx.storage.read(photoKey(fileId));
  return encrypted && decryptTemplate(tx, fileId, encrypted, 'photo');
}

export async function exportAthlete(
  tx: ShowTx & Pick<Tx, 'storage' | 'athleteKeys'>,
  actor: Actor,
  athleteId: number,
): Promise<ResponseOf<typeof athleteEndpoints.exportAthlete>> {
  const { db } = tx;
  await getOwnAthlete(db, actor.userId, athleteId);
  const matches = await listAllMatches(db, athleteId);
  const albums = await findAlbumsOfImages(
    db,
    matches.map(({ imageId }) => imageId),
  );
  return toWireExport({
    athlete: await showAthlete(tx, athleteId),
    references: (await readReferences(tx, [athleteId])).get(athleteId),
    consents: await listConsents(db, athleteId),
    matches: matches.map((match) => ({ ...match, albumId: albums.get(match.imageId) ?? null })),
  });
}
