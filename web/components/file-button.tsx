import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';

type FileButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** Names the field behind the button. */
  label: string;
  accept?: string;
  multiple?: boolean;
  /** Takes whole folders, which phones cannot choose. */
  isFolder?: boolean;
  onChoose: (files: File[]) => void;
};

/** A button that asks for files. */
export function FileButton({ label, accept, multiple, isFolder, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple || isFolder}
        {...(isFolder && { webkitdirectory: '' })}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Allows choosing the same file again.
          target.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
    </>
  );
}
