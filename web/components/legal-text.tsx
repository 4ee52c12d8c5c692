import type { ReactNode } from 'react';

/** Lines that start with "# " are headings, those with "- " items of a list; all others are paragraphs. */
export function LegalText({ text }: { text: string }) {
  const blocks: ReactNode[] = [];
  let items: string[] = [];
  const closeList = () => {
    if (items.length === 0) return;
    blocks.push(
      <ul key={blocks.length} className="grid list-disc gap-1.5 pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>,
    );
    items = [];
  };
  for (const line of text.split(/\r?\n/).map((typed) => typed.trim())) {
    if (line.startsWith('- ')) {
      items.push(line.slice(2));
      continue;
    }
    closeList();
    if (line.startsWith('# ')) {
      blocks.push(
        <h2 key={blocks.length} className="pt-4 text-18 font-bold tracking-[-0.02em] text-ink">
          {line.slice(2)}
        </h2>,
      );
    } else if (line !== '') blocks.push(<p key={blocks.length}>{line}</p>);
  }
  closeList();
  return <div className="grid max-w-[68ch] gap-3 text-16 text-ink-2 wrap-anywhere">{blocks}</div>;
}
