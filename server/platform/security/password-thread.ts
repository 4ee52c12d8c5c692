import { answerOrders } from '#server/platform/processes/threads.ts';
import { answerHashOrder, type HashOrder } from './password-hashing.ts';

answerOrders<HashOrder, string | boolean>(async (order) => answerHashOrder(order));
