import { lowerPriority } from '#server/platform/processes/process-pool.ts';
import { answerOrders } from '#server/platform/processes/threads.ts';
import { answerHashOrder, type HashOrder } from './password-hashing.ts';

const NICENESS = 10;

// On Linux a thread has its own priority, elsewhere it would be that of the whole process.
if (process.platform === 'linux') lowerPriority(NICENESS);
answerOrders<HashOrder, string | boolean>(async (order) => answerHashOrder(order));
