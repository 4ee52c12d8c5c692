import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Interactive work runs before background work, because a person is waiting; urgent work is short and the last such step. */
export type WorkPriority = 'urgent' | 'interactive' | 'background';
export type WorkOptions = { priority?: WorkPriority; signal?: AbortSignal };

const RANKS: Record<WorkPriority, number> = { urgent: 0, interactive: 1, background: 2 };

export type Outcome<Answer> = { answer: Answer } | { refusal: string } | { error: string };

/** The work done and memory used by a process of the pool. */
export type Usage = { workDone: number; rssBytes: number };

type Settings = {
  file: URL;
  size: number;
  maxWaiting: number;
  /** An idle process ends after this time to free its memory. */
  idleMs: number;
  /** Checked after each task; if true, the process is replaced. */
  isSpent?(usage: Usage): boolean;
  /** Creates the error for a task that the process refuses. */
  refuse(message: string): Error;
};

type Task = {
  order: unknown;
  rank: number;
  finish(outcome: Outcome<unknown>): void;
  fail(error: unknown): void;
};
type Helper = { child: ChildProcess; task: Task | undefined; done: number; idle: NodeJS.Timeout | undefined };

export class PoolBusyError extends Error {}
export class PoolClosedError extends Error {}

export type ProcessPool<Order, Answer> = {
  size: number;
  run(order: Order, options?: WorkOptions): Promise<Answer>;
  /** The numbers of live processes, running tasks and waiting tasks. */
  state(): { processes: number; working: number; waiting: number };
  close(): Promise<void>;
};

/**
 * Each process runs one task at a time; processes start on demand. They are processes and not threads, because a thread
 * that ends leaves the memory of its networks behind: a server that replaced threads grew to 4 GB.
 */
export function createProcessPool<Order, Answer>(settings: Settings): ProcessPool<Order, Answer> {
  const helpers = new Set<Helper>();
  const waiting: Task[] = [];
  let isClosed = false;

  function dispatch(): void {
    while (waiting.length > 0) {
      const helper =
        [...helpers].find(({ task }) => !task) ?? (helpers.size < settings.size ? start() : undefined);
      const rank = Math.min(...waiting.map((task) => task.rank));
      const next = waiting.findIndex((task) => task.rank === rank);
      const [task] = helper ? waiting.splice(next, 1) : [];
      if (!helper || !task) return;
      clearTimeout(helper.idle);
      helper.task = task;
      keepAwake(helper.child, true);
      // A process that cannot take the task also exits, which fails the task.
      helper.child.send(task.order as object, () => undefined);
    }
  }

  function start(): Helper {
    const child = fork(fileURLToPath(settings.file), {
      serialization: 'advanced',
      execArgv: [],
      env: helperEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const helper: Helper = { child, task: undefined, done: 0, idle: undefined };
    helpers.add(helper);
    child.on('message', ({ outcome, rssBytes }: { outcome: Outcome<unknown>; rssBytes: number }) => {
      const { task } = helper;
      helper.task = undefined;
      helper.done += 1;
      keepAwake(child, false);
      if (settings.isSpent?.({ workDone: helper.done, rssBytes })) void end(helper);
      else helper.idle = setTimeout(() => void end(helper), settings.idleMs).unref();
      task?.finish(outcome);
      dispatch();
    });
    const giveUp = (error: Error) => {
      helpers.delete(helper);
      clearTimeout(helper.idle);
      helper.task?.fail(error);
      helper.task = undefined;
      if (!isClosed) dispatch();
    };
    child.on('error', giveUp);
    child.on('exit', () => giveUp(new Error('a process of the pool exited')));
    return helper;
  }

  async function end(helper: Helper): Promise<void> {
    helpers.delete(helper);
    clearTimeout(helper.idle);
    const { child } = helper;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    // Without this, a program that has nothing else to do would exit early.
    child.ref();
    child.kill('SIGKILL');
    await exited;
  }

  return {
    size: settings.size,
    run(order, { priority = 'background', signal } = {}) {
      return new Promise<Answer>((resolve, reject) => {
        if (isClosed) return reject(new PoolClosedError('the process pool is closed'));
        if (signal?.aborted) return reject(signal.reason);
        if (waiting.length >= settings.maxWaiting) {
          return reject(new PoolBusyError(`${waiting.length} pieces of work wait already`));
        }
        // A running task cannot be interrupted, so its result is dropped.
        const abort = () => {
          const place = waiting.indexOf(task);
          if (place >= 0) waiting.splice(place, 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });
        const settle = (how: () => void) => {
          signal?.removeEventListener('abort', abort);
          how();
        };
        const task: Task = {
          order,
          rank: RANKS[priority],
          fail: (error) => settle(() => reject(error)),
          finish: (outcome) =>
            settle(() => {
              if ('answer' in outcome) resolve(outcome.answer as Answer);
              else if ('refusal' in outcome) reject(settings.refuse(outcome.refusal));
              else reject(new Error(outcome.error));
            }),
        };
        waiting.push(task);
        dispatch();
      });
    },
    state: () => ({
      processes: helpers.size,
      working: [...helpers].filter(({ task }) => task).length,
      waiting: waiting.length,
    }),
    async close() {
      isClosed = true;
      const closed = new PoolClosedError('the process pool was closed before the task finished');
      for (const task of waiting.splice(0)) task.fail(closed);
      for (const { task } of helpers) task?.fail(closed);
      await Promise.all([...helpers].map(end));
    },
  };
}

/** From this size on, memory is given back as soon as it is free, which costs a tenth more time and halves the memory. */
const GIVEN_BACK_BYTES = String(1024 * 1024);

/** Helpers get no secrets of the server. The last three settings are those of the C library on Linux. */
function helperEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NODE_ENV } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    NODE_COMPILE_CACHE,
    NODE_ENV,
    UV_THREADPOOL_SIZE: '2',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: GIVEN_BACK_BYTES,
    MALLOC_TRIM_THRESHOLD_: GIVEN_BACK_BYTES,
  };
}

/** An idle helper must not keep the server from exiting. */
function keepAwake(child: ChildProcess, isAwake: boolean): void {
  if (isAwake) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** The other end of a process pool: answers one order after another until the server is gone. */
export function serveOrders<Order>(attempt: (order: Order) => Promise<Outcome<unknown>>): void {
  process.on('message', async (order) => {
    const outcome = await attempt(order as Order);
    if (process.connected) process.send?.({ outcome, rssBytes: process.memoryUsage.rss() });
  });
  process.on('disconnect', () => process.exit());
  // Ctrl+C in a terminal reaches this process too, but the server decides when it ends.
  process.on('SIGINT', () => undefined);
}

/**
 * Leaves a process as it is that was started with an even lower priority, because only root may raise it. Tests wait for
 * what they order, so there all processes are equal.
 */
export function lowerPriority(niceness: number): void {
  if (process.env.NODE_ENV === 'test') return;
  setPriority(Math.max(niceness, getPriority()));
}
