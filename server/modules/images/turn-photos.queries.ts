import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database/database.ts';

type NewRotation = { imageId: number; rotation: number; isOnSide: boolean };

/** Faces found before lie elsewhere now, so they are looked for again. */
export async function writeRotations(db: Db, rotations: readonly NewRotation[]): Promise<void> {
  if (rotations.length === 0) return;
  await sql`
    update images
    set rotation = new.rotation, faces = null, faces_at = null,
      width = case when new.is_on_side then height else width end,
      height = case when new.is_on_side then width else height end
    from unnest(
      ${rotations.map(({ imageId }) => imageId)}::bigint[],
      ${rotations.map(({ rotation }) => rotation)}::smallint[],
      ${rotations.map(({ isOnSide }) => isOnSide)}::boolean[]
    ) as new (id, rotation, is_on_side)
    where images.id = new.id`.execute(db);
}

export async function listTurning(db: Db, imageIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', anyOf(imageIds))
    .whereRef('rotation', '<>', 'shownRotation')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
