/** A full dot and an empty ring can be told apart without color. */
export function AlbumState({ publishedAt }: { publishedAt: string | null }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap text-ink-2">
      <i aria-hidden className={`size-2 rounded-full ${publishedAt ? 'bg-ok' : 'border-2 border-warn'}`} />
      {publishedAt ? 'Published' : 'Not published'}
    </span>
  );
}
