import { type Logger, pino } from 'pino';

export type Log = Logger;

const SECRET_PATHS = ['req.headers.authorization', 'password', '*.password', 'token', '*.token', 'jwt'];

/** JSON lines; on a terminal one short line each. */
export function createLog(level: string): Log {
  const redact = { paths: SECRET_PATHS, censor: '[secret]' };
  if (!process.stdout.isTTY) return pino({ level, redact });
  const transport = { target: 'pino-pretty', options: { ignore: 'pid,hostname,reqId', singleLine: true } };
  return pino({ level, redact, transport });
}
