// What can change under a reader's eyes; the event only says so, the page asks for the thing itself.

export const LIVE_KINDS = ['albums', 'order', 'downloads', 'athletes', 'chat', 'inbox', 'queues'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];
