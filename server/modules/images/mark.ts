/** The watermark on every picture that is not paid for. */
export type Mark = { text: string; opacityPercent: number; sizePercent: number };

/** Saved with each image to tell which ones have the current watermark. */
export function nameOfMark({ text, opacityPercent, sizePercent }: Mark): string {
  return `${opacityPercent}/${sizePercent}/${text}`;
}
