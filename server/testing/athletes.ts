import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { CONSENT_VERSION } from '#contract/rules/athletes.ts';
import { createVault, writeEmbedding } from '#server/modules/athletes/template-vault.ts';
import type { Faces } from '#server/platform/faces/faces.ts';
import { buildImage, type TestAlbum } from './catalogue-factories.ts';
import type { TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

const SAMPLES = join(import.meta.dirname, '../../node_modules/@vladmandic/face-api/demo');

/** Positions are shares of the picture's width and height; Maya and Nora are in two pictures each. */
const PEOPLE = {
  maya: { file: 'sample1.jpg', x: 0.43, y: 0.327, width: 0.113, height: 0.19 },
  mayaLater: { file: 'sample4.jpg', x: 0.137, y: 0.146, width: 0.095, height: 0.163 },
  nora: { file: 'sample1.jpg', x: 0.768, y: 0.157, width: 0.108, height: 0.184 },
  noraLater: { file: 'sample3.jpg', x: 0.552, y: 0.142, width: 0.12, height: 0.232 },
  stranger: { file: 'sample3.jpg', x: 0.307, y: 0.239, width: 0.109, height: 0.206 },
  otherStranger: { file: 'sample4.jpg', x: 0.338, y: 0.044, width: 0.095, height: 0.157 },
};
type Person = keyof typeof PEOPLE;

const AROUND = 0.55;
const PORTRAIT_HEIGHT = 320;

export async function portrait(person: Person, height = PORTRAIT_HEIGHT): Promise<Buffer> {
  const { file, ...face } = PEOPLE[person];
  const picture = sharp(join(SAMPLES, file));
  const { width: across, height: down } = await picture.metadata();
  const left = Math.max(0, face.x - face.width * AROUND);
  const top = Math.max(0, face.y - face.height * AROUND);
  const right = Math.min(1, face.x + face.width * (1 + AROUND));
  const bottom = Math.min(1, face.y + face.height * (1 + AROUND));
  return picture
    .extract({
      left: Math.floor(left * across),
      top: Math.floor(top * down),
      width: Math.floor((right - left) * across),
      height: Math.floor((bottom - top) * down),
    })
    .resize({ height })
    .jpeg({ quality: 92 })
    .toBuffer();
}

const SCENE = { width: 900, height: 500 };
const FIGURE_WIDTH = 290;

const BACKGROUND = { r: 60, g: 70, b: 80 };

/** A random description makes every file unique, because an event refuses the same file twice. */
export async function groupPhoto(...people: Person[]): Promise<Buffer> {
  const totals = await Promise.all(
    people.map(async (person, i) => ({
      input: await portrait(person, 260),
      left: 10 + i * FIGURE_WIDTH,
      top: 120,
    })),
  );
  return sharp({ create: { ...SCENE, channels: 3, background: BACKGROUND } })
    .composite(totals)
    .withExif({ IFD0: { ImageDescription: randomUUID() } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

export const consent = { version: CONSENT_VERSION, relation: 'guardian', given: true } as const;

export async function buildAthlete(testApp: TestApp, user: TestUser, name = 'Maya') {
  const { body, status } = await testApp.call(athleteEndpoints.addAthlete, {
    token: user.token,
    body: { name, consent },
  });
  if (status !== 200) throw new Error(`an athlete was refused: ${JSON.stringify(body)}`);
  return body;
}

export function addReference(testApp: TestApp, user: TestUser, athleteId: number, picture: Buffer) {
  return testApp.call(athleteEndpoints.addReferencePhoto, {
    token: user.token,
    query: { user_athlete: athleteId },
    picture,
  });
}

/** Writes an athlete with consent and a reference, for tests that do not recognize faces. */
export async function buildSearchableAthlete(
  { context }: Pick<TestApp, 'context'>,
  user: Pick<TestUser, 'id'>,
  reference: Float32Array = Float32Array.of(1, 0),
) {
  const { db } = context;
  const now = context.clock.now();
  const { id: athleteId } = await db
    .insertInto('userAthletes')
    .values({ userId: user.id, name: 'Maya', templateVersion: 1, touchedAt: now, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('athleteConsents')
    .values({ athleteId, version: CONSENT_VERSION, relation: 'guardian', givenAt: now })
    .execute();
  const fileId = randomUUID();
  const vault = await createVault(context, fileId);
  const encryptedTemplate = vault.encrypt(writeEmbedding(reference), 'template');
  await db
    .insertInto('athleteReferencePhotos')
    .values({ athleteId, fileId, encryptedTemplate, createdAt: now })
    .execute();
  return athleteId;
}

/** Finds no faces, so that a search only costs its queries. */
export function findNoFaces({ context }: TestApp): void {
  const engine: Faces = {
    detect: async () => ({ width: 1, height: 1, faces: [], uncertain: [] }),
    embed: async () => [],
    judgeReference: async () => ({ ok: false, reason: 'no_face', faces: [] }),
    close: async () => undefined,
  };
  context.faces.open = async () => engine;
}

/** The photo counts in its album, but its faces have not been searched yet. */
export async function buildPhoto(testApp: TestApp, album: TestAlbum, original: Buffer) {
  const image = await buildImage(testApp, album, { files: { original } });
  await testApp.context.db
    .updateTable('albums')
    .set((eb) => ({ imagesCount: eb('imagesCount', '+', 1) }))
    .where('id', '=', album.id)
    .execute();
  return image;
}

/** Writes a match directly, for tests that do not run the face search. */
export async function buildMatch(testApp: TestApp, user: Pick<TestUser, 'id'>, album: TestAlbum) {
  const { db } = testApp.context;
  const image = await buildPhoto(testApp, album, Buffer.from(`\xff\xd8\xff ${Math.random()}`, 'latin1'));
  const now = new Date();
  const athlete = await db
    .insertInto('userAthletes')
    .values({ userId: user.id, name: 'Maya', touchedAt: now, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('athleteMatches')
    .values({
      athleteId: athlete.id,
      imageId: image.id,
      score: 0.6,
      box: JSON.stringify({ x: 0.4, y: 0.2, width: 0.1, height: 0.2 }),
      isCloseUp: true,
      createdAt: now,
    })
    .execute();
  return { athleteId: athlete.id, imageId: image.id };
}

/** Faces are searched only in albums held by an invitation, a saved team or a purchase. */
export async function holdAlbum(
  { context: { db } }: Pick<TestApp, 'context'>,
  user: Pick<TestUser, 'id'>,
  album: Pick<TestAlbum, 'id'>,
  foundBy: 'invite' | 'opened' | 'search' = 'invite',
) {
  await db
    .insertInto('userFoundAlbums')
    .values({ userId: user.id, albumId: album.id, foundBy, vouched: foundBy === 'invite' })
    .execute();
}

const SEARCH_MS = 120_000;

/** Waits until every album has been searched. */
export async function searched(testApp: TestApp, user: TestUser, athleteId: number) {
  const deadline = Date.now() + SEARCH_MS;
  for (;;) {
    const { body } = await testApp.call(athleteEndpoints.listAthletes, { token: user.token, query: {} });
    const athlete = body.find(({ id }) => id === athleteId);
    if (athlete && athlete.search.albums_total > 0 && !athlete.search.is_running) return athlete;
    if (Date.now() > deadline) throw new Error(`athlete ${athleteId} was never looked for everywhere`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
