import { parentPort, Worker } from 'node:worker_threads';

type Order<Input> = { id: number; input: Input };
type Outcome<Output> = { id: number } & ({ output: Output } | { error: string });
type Pending<Output> = { resolve(output: Output): void; reject(error: Error): void };

type Thread<Input, Output> = {
  ask(input: Input): Promise<Output>;
  /** Frees the memory of the thread, which starts again with the next call. */
  end(): Promise<void>;
};

/**
 * Starts `file` as a thread with the first call, and again after a failure. The file calls `answerOrders`. An idle thread
 * does not keep the process alive.
 */
export function openThread<Input, Output>(file: URL): Thread<Input, Output> {
  let thread: Worker | undefined;
  let orders = 0;
  const pending = new Map<number, Pending<Output>>();

  function giveUp(error: Error): void {
    thread = undefined;
    const waiting = [...pending.values()];
    pending.clear();
    for (const { reject } of waiting) reject(error);
  }

  function start(): Worker {
    const worker = new Worker(file);
    worker.on('message', (outcome: Outcome<Output>) => {
      const waiting = pending.get(outcome.id);
      pending.delete(outcome.id);
      if (pending.size === 0) worker.unref();
      if ('output' in outcome) waiting?.resolve(outcome.output);
      else waiting?.reject(new Error(outcome.error));
    });
    worker.on('error', giveUp);
    worker.on('exit', () => giveUp(new Error('the thread ended')));
    return worker;
  }

  return {
    ask(input) {
      thread ??= start();
      const worker = thread;
      orders += 1;
      const order: Order<Input> = { id: orders, input };
      return new Promise((resolve, reject) => {
        pending.set(order.id, { resolve, reject });
        worker.ref();
        worker.postMessage(order);
      });
    },
    async end() {
      await thread?.terminate();
    },
  };
}

/** Call it in the file of a thread. */
export function answerOrders<Input, Output>(work: (input: Input) => Promise<Output>): void {
  parentPort?.on('message', async ({ id, input }: Order<Input>) => {
    parentPort?.postMessage(await outcomeOf(id, () => work(input)));
  });
}

async function outcomeOf<Output>(id: number, work: () => Promise<Output>): Promise<Outcome<Output>> {
  try {
    return { id, output: await work() };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

/** A buffer sent between threads arrives as a plain Uint8Array. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
