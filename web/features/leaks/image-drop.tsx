import { Upload, X } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { MAX_LEAKED_IMAGE_BYTES, MAX_LEAKED_IMAGES } from '#contract/endpoints/leaks.ts';
import { FileButton } from '#web/components/file-button.tsx';
import { useObjectUrl } from '#web/lib/use-object-url.ts';

type ImageDropProps = {
  files: readonly File[];
  error: string | undefined;
  onAdd: (files: File[]) => void;
  onRemove: (file: File) => void;
};

const MEGABYTE = 1024 * 1024;

export function findFileProblem(files: readonly File[]): string | undefined {
  if (files.length > MAX_LEAKED_IMAGES) return `Choose at most ${MAX_LEAKED_IMAGES} pictures.`;
  if (files.some(({ type }) => !type.startsWith('image/'))) return 'Choose JPEG, PNG or WebP pictures.';
  if (files.some(({ size }) => size > MAX_LEAKED_IMAGE_BYTES)) {
    return `Choose pictures of at most ${MAX_LEAKED_IMAGE_BYTES / MEGABYTE} MB each.`;
  }
  return undefined;
}

/** Takes pictures by drop or by choice, and shows them. */
export function ImageDrop({ files, error, onAdd, onRemove }: ImageDropProps) {
  const [isOver, setIsOver] = useState(false);
  const errorId = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onAdd([...event.dataTransfer.files]);
  };
  return (
    <div className="grid gap-2">
      <section
        aria-label="Leaked pictures"
        aria-describedby={error ? errorId : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`grid justify-items-center gap-3 rounded-sheet border-2 border-dashed p-4 text-center ${isOver ? 'border-spot bg-spot-wash' : 'border-edge bg-sunk'}`}
      >
        {files.length > 0 && (
          <ul className={`grid w-full gap-2 ${files.length > 1 ? 'grid-cols-3 sm:grid-cols-4' : ''}`}>
            {files.map((file, i) => (
              <Chosen
                key={`${file.name} ${file.size} ${file.lastModified}`}
                file={file}
                number={i + 1}
                isAlone={files.length === 1}
                onRemove={() => onRemove(file)}
              />
            ))}
          </ul>
        )}
        <p className="text-15 text-ink-2 pointer-coarse:hidden">
          {files.length > 0 ? 'Drop more pictures of the same leak here' : 'Drop the leaked pictures here'}
        </p>
        <FileButton
          icon={Upload}
          kind="line"
          label="Leaked pictures"
          accept="image/*"
          multiple
          onChoose={onAdd}
        >
          {files.length > 0 ? 'Add pictures' : 'Choose pictures'}
        </FileButton>
      </section>
      <p className="text-13 text-ink-2">
        Up to {MAX_LEAKED_IMAGES} pictures of one leak. What they show adds up, which helps most if several
        people mixed their copies.
      </p>
      {error && (
        <p id={errorId} role="alert" className="text-14 font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

type ChosenProps = { file: File; number: number; isAlone: boolean; onRemove: () => void };

function Chosen({ file, number, isAlone, onRemove }: ChosenProps) {
  const address = useObjectUrl(file);
  return (
    <li className="relative">
      <img
        src={address}
        alt={`What you chose, ${number}`}
        className={`w-full rounded-ctl ${isAlone ? 'max-h-[320px] object-contain' : 'aspect-[4/3] object-cover'}`}
      />
      <button
        type="button"
        aria-label={`Remove picture ${number}`}
        onClick={onRemove}
        className="absolute top-1 right-1 grid size-11 place-items-center"
      >
        <span className="grid size-7 place-items-center rounded-full border border-edge bg-bg text-ink">
          <X size={16} strokeWidth={2} />
        </span>
      </button>
    </li>
  );
}
