import type { SupportMessage } from '#contract/endpoints/support.ts';
import { createStore, useStore } from '#web/lib/store.ts';

export type Attachment = SupportMessage['attachments'][number];

/** Unsent messages survive closing the sheet. */
export type Outgoing = {
  key: string;
  text: string;
  attachments: Attachment[];
  visitorEmail: string | undefined;
  problem: string | undefined;
};

const store = createStore<readonly Outgoing[]>([]);

export const useOutgoing = () => useStore(store);

export function keepOutgoing(message: Outgoing): void {
  const others = store.read().filter(({ key }) => key !== message.key);
  store.write([...others, message]);
}

export function dropOutgoing(key: string): void {
  store.write(store.read().filter((message) => message.key !== key));
}

export function dropAllOutgoing(): void {
  store.write([]);
}
