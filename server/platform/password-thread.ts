import { answerHashOrder, type HashOrder } from './password-hashing.ts';
import { answerOrders } from './threads.ts';

answerOrders<HashOrder, string | boolean>(async (order) => answerHashOrder(order));
