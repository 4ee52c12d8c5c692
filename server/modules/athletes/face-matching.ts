import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Faces } from '#server/platform/faces/faces.ts';

type World = Pick<Context, 'log'> & { db: Db };

/** Switched off, nobody is looked for and nothing found is shown; what is kept stays with its owner. */
export async function isMatchingOn(world: World): Promise<boolean> {
  return (await getSettings(world)).face_matching;
}

export async function requireMatching(world: World): Promise<void> {
  if (!(await isMatchingOn(world))) throw new AppError('faces_unavailable');
}

/** Undefined where the site has switched it off, or this machine cannot look for faces. */
export async function openFaces(world: World & Pick<Context, 'faces'>): Promise<Faces | undefined> {
  return (await isMatchingOn(world)) ? world.faces.open() : undefined;
}
