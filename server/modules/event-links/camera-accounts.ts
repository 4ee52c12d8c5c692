import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { hashWithKeys, isSameText } from '#server/platform/security/key-ring.ts';
import { consumeRateLimits } from '#server/platform/security/rate-limit.ts';
import { findWorkingLink, type ResolvedLink } from './event-links.ts';

const USER = /^camera(\d{1,9})$/;
/** Without letters and digits that look alike, and without capitals, because they are typed on a camera. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 12;

export type CameraAccount = { user: string; password: string };

/** The password follows from a key of the site, so the page of the pass can show it again. A new one ends the former. */
export async function cameraAccount(
  context: Pick<Context, 'db' | 'cameraKeys'>,
  passId: number,
): Promise<CameraAccount> {
  const [password] = passwordsOf(context, passId, await readVersion(context.db, passId));
  return { user: `camera${passId}`, password };
}

export async function renewCameraPassword({ db }: Pick<Context, 'db'>, passId: number): Promise<void> {
  await db
    .updateTable('photographerPasses')
    .set((eb) => ({ cameraPasswordVersion: eb('cameraPasswordVersion', '+', 1) }))
    .where('id', '=', passId)
    .execute();
}

/** A pass with the version of the password that the camera gave. */
export type CameraLogIn = ResolvedLink & { passwordVersion: number };

/** Wrong passwords count against the network, as those of customers do. An ended pass is a wrong one. */
export async function logInCamera(
  context: Pick<Context, 'db' | 'clock' | 'cameraKeys'>,
  { user, password, address }: CameraAccount & { address: string },
): Promise<CameraLogIn | undefined> {
  const passId = Number(USER.exec(user)?.[1] ?? 0);
  const network = networkOf(address);
  const limits = [
    { key: `camera-log-in:${passId}:${network}`, max: 10, minutes: 15 },
    { key: `camera-log-in:${network}`, max: 300, minutes: 15 },
  ];
  const hits = await consumeRateLimits(context, limits);
  const pass = passId > 0 ? await findWorkingLink(context, 'pass', passId) : undefined;
  if (!pass) return undefined;
  const version = await readVersion(context.db, passId);
  if (!passwordsOf(context, passId, version).some((expected) => isSameText(password, expected)))
    return undefined;
  await hits.giveBack(limits.map(({ key }) => key));
  return { ...pass, passwordVersion: version };
}

/** Cameras stay connected for hours, so ending a pass or changing its password also ends open connections. */
export async function findWorkingLogIn(
  context: Pick<Context, 'db' | 'clock'>,
  { id, passwordVersion }: CameraLogIn,
): Promise<ResolvedLink | undefined> {
  const pass = await findWorkingLink(context, 'pass', id);
  return pass && (await readVersion(context.db, id)) === passwordVersion ? pass : undefined;
}

async function readVersion(db: Db, passId: number): Promise<number> {
  const pass = await db
    .selectFrom('photographerPasses')
    .select('cameraPasswordVersion')
    .where('id', '=', passId)
    .executeTakeFirst();
  if (!pass) throw new AppError('not_found');
  return pass.cameraPasswordVersion;
}

function passwordsOf(
  { cameraKeys }: Pick<Context, 'cameraKeys'>,
  passId: number,
  version: number,
): [string, ...string[]] {
  const [newest, ...older] = hashWithKeys(cameraKeys, `${passId}:${version}`);
  return [spell(newest), ...older.map(spell)];
}

function spell(hash: Buffer): string {
  return Array.from(hash.subarray(0, PASSWORD_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
}
