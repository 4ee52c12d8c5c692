import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import type { SeenFace } from './pick-face.ts';

/** Hair and chin make a face easier to recognize. */
const MARGIN = 0.35;

type ConfirmFaceProps = {
  address: string;
  face: SeenFace;
  /** Width by height of the whole picture. */
  ratio: number;
  name: string;
  onYes: () => void;
  onNo: () => void;
};

export function ConfirmFace({ address, face, ratio, name, onYes, onNo }: ConfirmFaceProps) {
  return (
    <div ref={showOnMount} className="flex scroll-mb-24 items-center gap-4 rounded-ctl bg-sunk p-3">
      <span
        aria-hidden
        className="size-24 flex-none rounded-ctl bg-line"
        style={cropOf(address, face, ratio)}
      />
      <div className="grid min-w-0 flex-1 gap-2">
        <p ref={focusOnMount} tabIndex={-1} className="text-16 font-bold">
          Is this {name}?
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={onYes}>
            Yes, use this face
          </Button>
          <Button kind="line" size="small" onClick={onNo}>
            No
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The question must not be hidden behind the tab bar of a phone. */
const showOnMount = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });

/** Shows the square around the face. */
function cropOf(address: string, { x, y, width, height }: SeenFace, ratio: number) {
  // Sides are in fractions of the picture's width; its height is 1 / ratio of them.
  const side = Math.min(Math.max(width, height / ratio) * (1 + 2 * MARGIN), 1, 1 / ratio);
  const left = clamp(x + width / 2 - side / 2, 1 - side);
  const top = clamp((y + height / 2) / ratio - side / 2, 1 / ratio - side);
  const across = side < 1 ? left / (1 - side) : 0;
  const down = side < 1 / ratio ? top / (1 / ratio - side) : 0;
  return {
    backgroundImage: `url("${address}")`,
    backgroundSize: `${100 / side}% auto`,
    backgroundPosition: `${across * 100}% ${down * 100}%`,
  };
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));
