// Migrates the database and exits, as a deployment step before new processes start.
import { boot, runProcess } from './boot.ts';

await runProcess(async (config, log) => {
  // A worker joins the database of a running site.
  const running = await boot({ ...config, role: 'worker' }, log);
  await running.stop();
  process.stdout.write('The database is up to date\n');
  return { ...running, stop: async () => undefined };
});
