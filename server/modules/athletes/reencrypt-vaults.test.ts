import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { reencryptSecondFactors, secretOf } from '#server/modules/accounts/second-factor-codes.ts';
import { decryptText, encryptText } from '#server/platform/security/encrypt.ts';
import { buildSearchableAthlete } from '#server/testing/athletes.ts';
import { buildUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { emptyReferencePhotos } from './erase-athlete.ts';
import { decryptTemplate, destroyVault, listEncryptedReferences, reencryptVaults } from './template-vault.ts';

const app = await startTestApp();

const newKey = () => createSecretKey(randomBytes(32));

test('after re-encrypting, face data and authenticator apps open without the old key', async () => {
  const { context } = app;
  const { db } = context;
  const user = await buildUser(app);
  const athleteId = await buildSearchableAthlete(app, user);
  const erasedId = await buildSearchableAthlete(app, user);
  const secretText = 'a secret of an app';
  const encryptedSecret = encryptText(context.secondFactorKeys, secretText, secretOf(user.id));
  await db
    .insertInto('secondFactors')
    .values({ userId: user.id, encryptedSecret, lastStep: 1, createdAt: context.clock.now() })
    .execute();
  const [erasedFile = ''] = await emptyReferencePhotos(db, { athleteId: erasedId }, context.clock.now());
  await destroyVault(context, erasedFile);

  const newest = [newKey(), newKey()] as const;
  const rotated = {
    ...context,
    athleteKeys: [newest[0], ...context.athleteKeys] as const,
    secondFactorKeys: [newest[1], ...context.secondFactorKeys] as const,
  };
  expect([await reencryptVaults(rotated), await reencryptSecondFactors(rotated)]).toEqual([1, 1]);
  expect([await reencryptVaults(rotated), await reencryptSecondFactors(rotated)]).toEqual([0, 0]);

  const [reference] = await listEncryptedReferences(db, [athleteId]);
  if (!reference) throw new Error('the reference is gone');
  const { fileId, encryptedTemplate } = reference;
  const alone = { ...context, athleteKeys: [newest[0]] as const };
  expect(await decryptTemplate(alone, fileId, encryptedTemplate, 'template')).toBeInstanceOf(Buffer);
  await expect(decryptTemplate(context, fileId, encryptedTemplate, 'template')).rejects.toThrow();
  const factor = await db
    .selectFrom('secondFactors')
    .select('encryptedSecret')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(decryptText([newest[1]], factor.encryptedSecret, secretOf(user.id))).toBe(secretText);
  expect(await context.storage.read(`athletes/keys/${erasedFile}`)).toBeUndefined();
});
