import { Camera, Images } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { Button } from '#web/components/button.tsx';

type PhotoPickerProps = {
  /** The phone camera to open: the front one for oneself, the back one for someone else. */
  facing: 'user' | 'environment';
  isDisabled?: boolean;
  onPick: (files: File[]) => void;
};

export function PhotoPicker({ facing, isDisabled = false, onPick }: PhotoPickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Allows choosing the same photo again after a refusal.
    event.target.value = '';
    if (files.length > 0) onPick(files);
  };
  return (
    <div className="flex flex-col gap-2 sm:flex-row *:sm:flex-1">
      <Button
        disabled={isDisabled}
        className="h-[54px]! text-16! [@media(pointer:fine)]:hidden"
        onClick={() => camera.current?.click()}
      >
        <Camera aria-hidden size={22} strokeWidth={1.8} />
        {facing === 'user' ? 'Take a selfie' : 'Take a photo'}
      </Button>
      <Button
        kind="line"
        disabled={isDisabled}
        className="h-[54px]! text-16!"
        onClick={() => library.current?.click()}
      >
        <Images aria-hidden size={22} strokeWidth={1.8} />
        Choose photos
      </Button>
      <input ref={camera} hidden type="file" accept="image/*" capture={facing} onChange={take} />
      <input
        ref={library}
        hidden
        type="file"
        accept="image/*"
        multiple
        aria-label="Reference photos"
        onChange={take}
      />
    </div>
  );
}
