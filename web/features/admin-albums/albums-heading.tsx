import { Plus } from 'lucide-react';
import { Button } from '#web/components/button.tsx';

type AlbumsHeadingProps = { title: string; newLabel: string; onNew: () => void };

export function AlbumsHeading({ title, newLabel, onNew }: AlbumsHeadingProps) {
  return (
    <header className="flex h-14 items-center gap-2 border-line border-b pr-2 pl-4 desk:pr-4 desk:pl-5">
      <h1 tabIndex={-1} className="truncate text-18 leading-tight font-[750] tracking-[-0.02em]">
        {title}
      </h1>
      <Button icon={Plus} size="small" className="ml-auto flex-none" onClick={onNew}>
        {newLabel}
      </Button>
    </header>
  );
}
