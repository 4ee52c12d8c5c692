import { boot, runProcess } from './boot.ts';
import { allJobs } from './jobs.ts';

await runProcess(async (config, log) => {
  const running = await boot({ ...config, role: 'worker' }, log);
  await running.context.queue.startWorkers(allJobs(running.context));
  process.stdout.write('Encore worker is ready\n');
  return running;
});
