import { Upload } from 'lucide-react';
import { type DragEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { MAX_TRACED_BYTES } from '#contract/endpoints/tracing.ts';
import { Button } from '#web/components/button.tsx';

type PictureDropProps = {
  file: File | undefined;
  error: string | undefined;
  onFile: (file: File) => void;
};

const MEGABYTE = 1024 * 1024;

export function findFileProblem(file: File): string | undefined {
  if (!file.type.startsWith('image/')) return 'Choose a JPEG, PNG or WebP picture.';
  if (file.size > MAX_TRACED_BYTES) return `Choose a picture of at most ${MAX_TRACED_BYTES / MEGABYTE} MB.`;
  return undefined;
}

/** Takes one picture by drop or by choice, and shows it. */
export function PictureDrop({ file, error, onFile }: PictureDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const errorId = useId();
  const address = useObjectAddress(file);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  };
  return (
    <div className="grid gap-2">
      <section
        aria-label="Leaked picture"
        aria-describedby={error ? errorId : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`grid justify-items-center gap-3 rounded-sheet border-2 border-dashed p-4 text-center ${isOver ? 'border-spot bg-spot-wash' : 'border-edge bg-sunk'}`}
      >
        {address && (
          <img
            src={address}
            alt="What you chose"
            className="max-h-[320px] w-full rounded-ctl object-contain"
          />
        )}
        <p className="text-15 text-ink-2 pointer-coarse:hidden">
          {file ? 'Drop another picture here' : 'Drop the leaked picture here'}
        </p>
        <Button kind="line" onClick={() => input.current?.click()}>
          <Upload aria-hidden size={18} strokeWidth={1.8} />
          {file ? 'Choose another picture' : 'Choose a picture'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/*"
          aria-label="Leaked picture"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            target.value = '';
            if (chosen) onFile(chosen);
          }}
        />
      </section>
      {error && (
        <p id={errorId} role="alert" className="text-14 font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

function useObjectAddress(file: File | undefined): string | undefined {
  const address = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address]);
  return address;
}
