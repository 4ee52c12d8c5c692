import type { Image } from '#contract/entities/album.ts';

/** Something that can be bought in the purchase sheet; `key` is in the address. */
export type PurchaseChoice = {
  key: string;
  title: string;
  note: string;
  picture: Image | undefined;
} & ({ kind: 'album' } | { kind: 'pool' } | { kind: 'photos'; imageIds: number[] });

/** What the server is asked to price. */
export const wantedOf = (choice: PurchaseChoice, albumId: number) =>
  choice.kind === 'photos' ? { imageIds: choice.imageIds } : { albumId };
