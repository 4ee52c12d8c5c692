import { z } from 'zod';
import { readStoredJson, writeStoredJson } from '#web/lib/storage.ts';
import type { Command } from './commands.ts';

const MAX_RECENT = 5;

const kept = z
  .array(
    z.object({
      key: z.string().max(80),
      kind: z.enum(['page', 'setting', 'action', 'upload', 'event', 'album', 'user', 'order']),
      title: z.string().max(300),
      detail: z.string().max(600),
      to: z.string().startsWith('/admin').max(300),
      search: z.record(z.string(), z.string()).optional(),
      hash: z.string().max(80).optional(),
    }),
  )
  .max(MAX_RECENT);

const keyOf = (userId: number) => `PALETTE:${userId}`;
/** Names of customers stay in the memory of the page: others may use the same computer later. */
const isPersonal = ({ kind }: Command) => kind === 'user' || kind === 'order';
const inMemory = new Map<number, Command[]>();

export function readRecent(userId: number): Command[] {
  const known = inMemory.get(userId);
  if (known) return known;
  const { data = [] } = kept.safeParse(readStoredJson(keyOf(userId)));
  return data.map(({ search, hash, ...command }) => ({
    ...command,
    ...(search && { search }),
    ...(hash && { hash }),
  }));
}

/** Decisions about a single customer are not offered again. */
export function rememberCommand(userId: number, command: Command): void {
  if (command.search?.ask) return;
  const { words: _words, ...used } = command;
  const others = readRecent(userId).filter(({ key }) => key !== command.key);
  const recent = [used, ...others].slice(0, MAX_RECENT);
  inMemory.set(userId, recent);
  writeStoredJson(
    keyOf(userId),
    recent.filter((one) => !isPersonal(one)),
  );
}
