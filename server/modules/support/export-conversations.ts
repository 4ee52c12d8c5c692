import type { Tx } from '#server/context.ts';
import { type ExportFile, jsonFiles } from '#server/platform/export-file.ts';
import { listMessagesAfter, listPicturesAfter } from './erase-conversations.queries.ts';

const PICTURES_AT_A_TIME = 100;

export async function* exportConversations(
  { db, storage }: Pick<Tx, 'db' | 'storage'>,
  userId: number,
): AsyncGenerator<ExportFile> {
  yield* jsonFiles('conversation', (afterId, limit) => listMessagesAfter(db, { userId, afterId, limit }));
  for (let afterId = 0; ; ) {
    const pictures = await listPicturesAfter(db, { userId, afterId, limit: PICTURES_AT_A_TIME });
    for (const { id, storageKey, messageId } of pictures) {
      const content = await storage.read(storageKey);
      const message = messageId === null ? 'unsent' : `message-${messageId}`;
      if (content) yield { name: `conversation-pictures/${message}-picture-${id}.webp`, content };
      afterId = id;
    }
    if (pictures.length < PICTURES_AT_A_TIME) return;
  }
}
