import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Faces } from '#server/platform/faces/faces.ts';

/** While it is off, there are no searches and no matches are shown, but stored data stays. */
export async function isMatchingOn(tx: Pick<Tx, 'db' | 'log'>): Promise<boolean> {
  return (await getSettings(tx)).face_matching;
}

export async function requireMatching(tx: Pick<Tx, 'db' | 'log'>): Promise<void> {
  if (!(await isMatchingOn(tx))) throw new AppError('faces_unavailable');
}

/** Returns undefined if face matching is off or this machine cannot detect faces. */
export async function openFaces(tx: Pick<Tx, 'db' | 'log' | 'faces'>): Promise<Faces | undefined> {
  return (await isMatchingOn(tx)) ? tx.faces.open() : undefined;
}
