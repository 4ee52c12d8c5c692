import { sql } from 'kysely';
import type { FaceBox } from '#engines/faces/face.ts';
import { compare, expand, LEARNING_SCORE, SURE_SCORE, type Template } from '#engines/faces/matching.ts';
import type { Tx } from '#server/context.ts';
import { type FaceImage, readCrops } from '#server/modules/images/image-faces.ts';
import { anyOf } from '#server/platform/database/database.ts';
import type { Faces } from '#server/platform/faces/faces.ts';
import type { SearchableAthlete } from './matches.queries.ts';

/** Three references find 94 % of an athlete's photos and five find 97 %; more cost time in every search. */
const MAX_LEARNED_FROM = 5;

/** One stranger in 100 comes this close to a reference. What is further away is not the athlete, whatever is learned. */
const NEAR_SCORE = 0.27;

export type EmbeddedFace = { imageId: number; box: FaceBox; embedding: Float32Array };

export type AlbumSearch = SearchableAthlete & {
  template: Template;
  /** Pictures that this template has not been compared with yet. */
  unseen: Set<number>;
  /** Pictures that the customer said do not show the athlete. */
  rejected: Set<number>;
  isFirstSearch: boolean;
  /** The whole album was searched before, so that only new pictures are left. */
  wasFinished: boolean;
};

/** With a single reference photo, faces that certainly match are used as further references. */
export function learn(searches: AlbumSearch[], known: EmbeddedFace[]): LearnedSearch[] {
  return searches.map((search) => {
    if (search.template.references.length > 1) return { search, template: search.template };
    const trusted = known.filter(({ imageId }) => !search.rejected.has(imageId));
    const embeddings = trusted.map(({ embedding }) => embedding);
    return { search, template: expand(search.template, embeddings) };
  });
}

export type LearnedSearch = { search: AlbumSearch; template: Template };

/** Reads the certain faces of earlier searches of the album, for athletes who are perhaps in one of the new pictures. */
export async function embedEarlier(
  context: Pick<Tx, 'db' | 'storage'>,
  engine: Pick<Faces, 'embed'>,
  { searches, images, known }: { searches: AlbumSearch[]; images: FaceImage[]; known: EmbeddedFace[] },
): Promise<EmbeddedFace[]> {
  const learning = searches.filter(
    (search) =>
      search.template.references.length === 1 && !search.isFirstSearch && isPerhapsIn(search, known),
  );
  if (learning.length === 0) return [];
  const surest = await context.db
    .selectFrom('athleteMatches')
    .select(['athleteId', 'imageId', sql<FaceBox>`box`.as('box')])
    .where('athleteId', '=', anyOf(learning.map(({ id }) => id)))
    .where('imageId', '=', anyOf(images.map(({ id }) => id)))
    .where('score', '>=', LEARNING_SCORE)
    .where((eb) => eb.or([eb('decision', 'is', null), eb('decision', '=', 'confirmed')]))
    .orderBy('score', 'desc')
    .execute();
  const chosen = [...Map.groupBy(surest, ({ athleteId }) => athleteId).values()].flatMap((own) =>
    own.slice(0, MAX_LEARNED_FROM),
  );
  const byId = new Map(images.map((image) => [image.id, image]));
  const cut: { imageId: number; box: FaceBox; crop: Buffer }[] = [];
  for (const { imageId, box } of chosen) {
    const image = byId.get(imageId);
    const place = image?.faces?.findIndex((face) => face.box.x === box.x && face.box.y === box.y) ?? -1;
    const crop = image && place >= 0 ? (await readCrops(context, image))?.[place] : undefined;
    if (crop) cut.push({ imageId, box, crop });
  }
  const embeddings = await engine.embed(cut.map(({ crop }) => crop));
  return cut.map(({ imageId, box }, place) => ({
    imageId,
    box,
    embedding: embeddings[place] as Float32Array,
  }));
}

function isPerhapsIn({ template, unseen }: AlbumSearch, known: EmbeddedFace[]): boolean {
  return known.some(({ imageId, embedding }) => {
    if (!unseen.has(imageId)) return false;
    const score = compare(template, embedding);
    return score >= NEAR_SCORE && score < SURE_SCORE;
  });
}

/** Returns whether a face could be the athlete's after learning from other pictures, and none certainly is now. */
export function isOnlyPerhapsIn(search: AlbumSearch, known: EmbeddedFace[]): boolean {
  const { template } = search;
  if (template.references.length > 1 || !isPerhapsIn(search, known)) return false;
  return known.every(({ embedding }) => compare(template, embedding) < SURE_SCORE);
}
