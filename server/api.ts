import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { boot, type Running, runProcess } from './boot.ts';
import { DEMO_LOG_INS, DEMO_PASSWORD, refuseDemoAccounts } from './demo/log-ins.ts';
import { seedDemo } from './demo/seed.ts';
import { chosenJobs } from './jobs.ts';
import { openForOperator } from './open-for-operator.ts';
import type { Config } from './platform/config/config.ts';
import type { Log } from './platform/operations/log.ts';
import { startFtp } from './start-ftp.ts';
import { type PaymentProvider, startSandbox } from './start-sandbox.ts';

/** `webApp` is awaited before the site opens, so that it never serves half a build. */
export async function startApi(
  config: Config,
  log: Log,
  webApp: Promise<void> = Promise.resolve(),
): Promise<Running & { address: string }> {
  const running = await boot(config, log);
  let provider: PaymentProvider | undefined;
  try {
    provider = await startSandbox(running.context);
    const { context, mount, notifyAddress, stop } = provider;
    if (config.refusesDemo) await refuseDemoAccounts(context);
    if (config.seed !== 'none') await seedDemo(context);
    await webApp;
    const app = await buildApp(context);
    await mount(app);
    const address = await app.listen({ host: config.host, port: config.port });
    notifyAddress(address);
    if (config.role === 'all') await context.queue.startWorkers(chosenJobs(context));
    const ftp = await startFtp(context);
    const operator = await openForOperator(context);
    return {
      context,
      address,
      async stop() {
        await context.drain.begin();
        await ftp?.stop();
        await closeApp(app);
        await operator?.stop();
        // Jobs that are still running may need the sandbox, which needs the database.
        await context.queue.stop();
        await stop();
        await running.stop();
      },
    };
  } catch (error) {
    await provider?.stop();
    await running.stop();
    throw error;
  }
}

/** Requests get this long to finish; a download that is cut off resumes at another process. */
const LONGEST_REQUEST_MS = 20_000;
const IDLE_CHECK_MS = 100;

async function closeApp(app: FastifyInstance): Promise<void> {
  const { server } = app;
  const timers = [
    // Fastify closes idle connections once, but those that are busy then become idle later.
    setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS),
    setTimeout(() => server.closeAllConnections(), LONGEST_REQUEST_MS),
  ];
  try {
    await app.close();
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

function announce(config: Config, address: string): void {
  const lines = ['', `  Encore is ready at ${address}`];
  if (config.seed !== 'none') {
    lines.push(`  Demo log-ins (password ${DEMO_PASSWORD}):`);
    lines.push(...DEMO_LOG_INS.map((email) => `    ${email}`));
  }
  if (!config.production) lines.push(`  Outgoing emails and text messages: ${address}/dev/outbox`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** `npm start` builds the web app beside this process and says when it is whole. */
function waitForWebApp(): Promise<void> {
  if (!process.argv.includes('--await-web-app') || !process.connected) return Promise.resolve();
  const built = new Promise<void>((resolve, reject) => {
    process.once('message', () => resolve());
    process.once('disconnect', () => reject(new Error('There is no web app to serve.')));
  });
  // The start may fail before anybody awaits it.
  built.catch(() => {});
  return built;
}

if (import.meta.main) {
  await runProcess(async (config, log) => {
    const running = await startApi(config, log, waitForWebApp());
    announce(config, running.address);
    // The parent process may have stopped listening.
    if (process.connected) process.send?.('ready', () => {});
    return running;
  });
}
