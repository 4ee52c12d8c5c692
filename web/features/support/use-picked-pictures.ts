import { useState } from 'react';
import { MAX_ATTACHMENTS } from '#contract/endpoints/support.ts';
import { messageOf } from '#web/lib/api-error.ts';
import type { Attachment } from './outgoing.ts';
import { attachPicture } from './send-message.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
export const PICTURE_TYPES = TYPES.join(',');

/** Pictures are uploaded as soon as they are chosen. */
export function usePickedPictures() {
  const [pictures, setPictures] = useState<readonly Attachment[]>([]);
  const [uploading, setUploading] = useState(0);
  const [problem, setProblem] = useState<string>();
  const pick = async (files: readonly File[]) => {
    setProblem(undefined);
    const room = MAX_ATTACHMENTS - pictures.length - uploading;
    if (files.length > room) setProblem(`You can attach up to ${MAX_ATTACHMENTS} pictures.`);
    for (const file of files.slice(0, Math.max(0, room))) {
      const refusal = refusalOf(file);
      if (refusal) setProblem(refusal);
      else await upload(file);
    }
  };
  const upload = async (file: File) => {
    setUploading((count) => count + 1);
    try {
      const attached = await attachPicture(file);
      setPictures((known) => [...known, attached]);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setUploading((count) => count - 1);
    }
  };
  const remove = (id: number) => setPictures((known) => known.filter((picture) => picture.id !== id));
  const clear = () => setPictures([]);
  return { pictures, isUploading: uploading > 0, problem, pick, remove, clear };
}

function refusalOf(file: File): string | undefined {
  if (!TYPES.includes(file.type)) return 'Attach a JPEG, PNG or WebP picture.';
  return file.size > MAX_BYTES ? 'Pictures can be up to 8 MB.' : undefined;
}
