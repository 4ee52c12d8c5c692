import type { Image } from '#contract/entities/album.ts';
import { toIsoOrNull } from '#server/platform/time/timestamps.ts';

export type ImageRow = {
  id: number;
  width: number | null;
  height: number | null;
  capturedAt: string | null;
  placeholder: string | null;
};

export function toWireImage(row: ImageRow): Image {
  return {
    id: row.id,
    width: row.width ?? 0,
    height: row.height ?? 0,
    captured_at: toIsoOrNull(row.capturedAt),
    placeholder: row.placeholder,
  };
}
