// Seals everything that is kept for long with the newest of KEYS, so that an older key can be removed later.
import { boot, runProcess } from '#server/boot.ts';
import { resealSecondFactors } from '#server/modules/accounts/second-factor-codes.ts';
import { resealVaults } from '#server/modules/athletes/template-vault.ts';

await runProcess(async (config, log) => {
  const running = await boot({ ...config, role: 'worker' }, log);
  const factors = await resealSecondFactors(running.context);
  const vaults = await resealVaults(running.context);
  await running.stop();
  process.stdout.write(
    `Sealed with the newest key: ${factors} authenticator apps, ${vaults} reference photos\n`,
  );
  return { ...running, stop: async () => undefined };
});
