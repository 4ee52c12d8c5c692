import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Interactive work runs before background work, because a person is waiting. */
export type WorkOptions = { priority?: 'interactive' | 'background'; signal?: AbortSignal };

export type Outcome<Answer> = { answer: Answer } | { refusal: string } | { error: string };

type Settings = {
  file: URL;
  size: number;
  mostWaiting: number;
  /** An idle thread ends after this time to free its memory. */
  idleMs: number;
  /** Checked after each task; if true, the thread is replaced. */
  isSpent?(workDone: number): boolean;
  /** Creates the error for a task that the thread refuses. */
  refuse(message: string): Error;
};

type Task = {
  order: unknown;
  isInteractive: boolean;
  finish(outcome: Outcome<unknown>): void;
  fail(error: unknown): void;
};
type Thread = { worker: Worker; task: Task | undefined; done: number; idle: NodeJS.Timeout | undefined };

const LONGEST_WORK_MS = 20_000;

async function untilIdle(worker: Worker): Promise<void> {
  const timeout = AbortSignal.timeout(LONGEST_WORK_MS);
  await Promise.race([
    once(worker, 'message', { signal: timeout }),
    once(worker, 'exit', { signal: timeout }),
  ]).catch(() => undefined);
}

export class PoolBusyError extends Error {}
export class PoolClosedError extends Error {}

export type ThreadPool<Order, Answer> = {
  size: number;
  run(order: Order, options?: WorkOptions): Promise<Answer>;
  /** The numbers of live threads, running tasks and waiting tasks. */
  state(): { threads: number; working: number; waiting: number };
  close(): Promise<void>;
};

/** Each thread runs one task at a time; threads start on demand. */
export function createThreadPool<Order, Answer>(settings: Settings): ThreadPool<Order, Answer> {
  const threads = new Set<Thread>();
  const waiting: Task[] = [];
  let isClosed = false;

  function dispatch(): void {
    while (waiting.length > 0) {
      const thread =
        [...threads].find(({ task }) => !task) ?? (threads.size < settings.size ? start() : undefined);
      const next = Math.max(
        0,
        waiting.findIndex(({ isInteractive }) => isInteractive),
      );
      const [task] = thread ? waiting.splice(next, 1) : [];
      if (!thread || !task) return;
      clearTimeout(thread.idle);
      thread.task = task;
      thread.worker.ref();
      thread.worker.postMessage(task.order);
    }
  }

  function start(): Thread {
    const thread: Thread = { worker: new Worker(settings.file), task: undefined, done: 0, idle: undefined };
    threads.add(thread);
    thread.worker.on('message', (outcome: Outcome<unknown>) => {
      const { task } = thread;
      thread.task = undefined;
      thread.done += 1;
      thread.worker.unref();
      if (settings.isSpent?.(thread.done)) void end(thread);
      else thread.idle = setTimeout(() => void end(thread), settings.idleMs).unref();
      task?.finish(outcome);
      dispatch();
    });
    const giveUp = (error: Error) => {
      threads.delete(thread);
      clearTimeout(thread.idle);
      thread.task?.fail(error);
      thread.task = undefined;
      if (!isClosed) dispatch();
    };
    thread.worker.on('error', giveUp);
    thread.worker.on('exit', () => giveUp(new Error('a thread of the pool exited')));
    return thread;
  }

  /** Lets a running task finish, because ending a thread inside the native network crashes the process. */
  async function end(thread: Thread): Promise<void> {
    threads.delete(thread);
    clearTimeout(thread.idle);
    if (thread.task) await untilIdle(thread.worker);
    await thread.worker.terminate();
  }

  return {
    size: settings.size,
    run(order, { priority = 'background', signal } = {}) {
      return new Promise<Answer>((resolve, reject) => {
        if (isClosed) return reject(new PoolClosedError('the thread pool is closed'));
        if (signal?.aborted) return reject(signal.reason);
        if (waiting.length >= settings.mostWaiting) {
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
          isInteractive: priority === 'interactive',
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
      threads: threads.size,
      working: [...threads].filter(({ task }) => task).length,
      waiting: waiting.length,
    }),
    async close() {
      isClosed = true;
      const closed = new PoolClosedError('the thread pool was closed before the task finished');
      for (const task of waiting.splice(0)) task.fail(closed);
      for (const { task } of threads) task?.fail(closed);
      await Promise.all([...threads].map(end));
    },
  };
}
