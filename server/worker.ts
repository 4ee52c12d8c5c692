import { boot, runProcess } from './boot.ts';
import { chosenJobs } from './jobs.ts';
import { refreshSettingsOnChange } from './modules/settings/get-settings.ts';
import { openForOperator } from './open-for-operator.ts';
import { startSandbox } from './start-sandbox.ts';

await runProcess(async (config, log) => {
  const running = await boot({ ...config, role: 'worker' }, log);
  const { context, stop } = await startSandbox(running.context);
  refreshSettingsOnChange(context);
  await context.queue.startWorkers(chosenJobs(context));
  const operator = await openForOperator(context);
  process.stdout.write('Encore worker is ready\n');
  return {
    context,
    async stop() {
      await operator?.stop();
      // Jobs that are still running may need the sandbox.
      await running.stop();
      await stop();
    },
  };
});
