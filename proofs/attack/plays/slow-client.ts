import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '#proofs/attack/attacker.ts';

const HEADERS_AND_TWO_CHECKS_MS = 26_000;

export const slowClient: Attack = {
  name: 'The slow client holds connections open without asking for anything',
  before: '600 of 600 connections held for ever',
  async play({ address }, { sockets }) {
    const { hostname, port } = new URL(address);
    const open = new Set<Socket>();
    for (let i = 0; i < sockets; i++) {
      const socket = connect(Number(port), hostname);
      open.add(socket);
      socket.on('connect', () => i % 2 === 0 && socket.write('GET / HTTP/1.1\r\n'));
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
      socket.resume();
    }
    await sleep(HEADERS_AND_TWO_CHECKS_MS);
    const held = open.size;
    for (const socket of open) socket.destroy();
    return { got: `${held} of ${sockets} connections held`, isTooMuch: held > 0 };
  },
};
