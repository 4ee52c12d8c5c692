import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { saveSecret } from '#server/modules/accounts/second-factor.queries.ts';
import { resealSecondFactors, secretOf } from '#server/modules/accounts/second-factor-codes.ts';
import { openSealedText, sealText } from '#server/platform/seal.ts';
import { buildSearchableAthlete } from '#server/testing/athletes.ts';
import { buildUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { emptyReferencePhotos, listSealedReferences } from './reference-photos.queries.ts';
import { destroyVault, openSealed, resealVaults } from './template-vault.ts';

const app = await startTestApp();

const newKey = () => createSecretKey(randomBytes(32));

test('after resealing, face data and authenticator apps open without the old key', async () => {
  const { context } = app;
  const { db } = context;
  const user = await buildUser(app);
  const athleteId = await buildSearchableAthlete(app, user);
  const erasedId = await buildSearchableAthlete(app, user);
  const secretText = 'a secret of an app';
  const sealedSecret = sealText(context.secondFactorKeys, secretText, secretOf(user.id));
  await saveSecret(db, { userId: user.id, sealedSecret, lastStep: 1, createdAt: context.clock.now() });
  const [erasedFile = ''] = await emptyReferencePhotos(db, { athleteId: erasedId }, context.clock.now());
  await destroyVault(context, erasedFile);

  const newest = [newKey(), newKey()] as const;
  const rotated = {
    ...context,
    athleteKeys: [newest[0], ...context.athleteKeys] as const,
    secondFactorKeys: [newest[1], ...context.secondFactorKeys] as const,
  };
  expect([await resealVaults(rotated), await resealSecondFactors(rotated)]).toEqual([1, 1]);
  expect([await resealVaults(rotated), await resealSecondFactors(rotated)]).toEqual([0, 0]);

  const [reference] = await listSealedReferences(db, [athleteId]);
  if (!reference) throw new Error('the reference is gone');
  const { fileId, sealedTemplate } = reference;
  const alone = { ...context, athleteKeys: [newest[0]] as const };
  expect(await openSealed(alone, fileId, sealedTemplate, 'template')).toBeInstanceOf(Buffer);
  await expect(openSealed(context, fileId, sealedTemplate, 'template')).rejects.toThrow();
  const factor = await db
    .selectFrom('secondFactors')
    .select('sealedSecret')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(openSealedText([newest[1]], factor.sealedSecret, secretOf(user.id))).toBe(secretText);
  expect(await context.storage.read(`athletes/keys/${erasedFile}`)).toBeUndefined();
});
