import { boot, runProcess } from './boot.ts';
import { chosenJobs } from './jobs.ts';
import { followSettings } from './modules/settings/get-settings.ts';
import { openForOperator } from './open-for-operator.ts';

await runProcess(async (config, log) => {
  const running = await boot({ ...config, role: 'worker' }, log);
  followSettings(running.context);
  await running.context.queue.startWorkers(chosenJobs(running.context));
  const operator = await openForOperator(running.context);
  process.stdout.write('Encore worker is ready\n');
  return {
    ...running,
    async stop() {
      await operator?.stop();
      await running.stop();
    },
  };
});
