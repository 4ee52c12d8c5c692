// Encrypts everything that is kept for long with the newest of KEYS, so that an older key can be removed later.
import { boot, runProcess } from '#server/boot.ts';
import { reencryptSecondFactors } from '#server/modules/accounts/second-factor-codes.ts';
import { reencryptVaults } from '#server/modules/athletes/template-vault.ts';

await runProcess(async (config, log) => {
  const running = await boot({ ...config, role: 'worker' }, log);
  const factors = await reencryptSecondFactors(running.context);
  const vaults = await reencryptVaults(running.context);
  await running.stop();
  process.stdout.write(
    `Encrypted with the newest key: ${factors} authenticator apps, ${vaults} reference photos\n`,
  );
  return { ...running, stop: async () => undefined };
});
