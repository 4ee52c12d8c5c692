// Encrypts everything that is kept for long with the newest of KEYS, so that an older key can be removed later.
import { withSite } from '#server/boot.ts';
import { reencryptSecondFactors } from '#server/modules/accounts/second-factor-codes.ts';
import { reencryptVaults } from '#server/modules/athletes/template-vault.ts';

const { factors, vaults } = await withSite(async (context) => ({
  factors: await reencryptSecondFactors(context),
  vaults: await reencryptVaults(context),
}));
console.log(`Encrypted with the newest key: ${factors} authenticator apps, ${vaults} reference photos`);
