import { ZoomIn, ZoomOut } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { ConfirmFace } from './confirm-face.tsx';
import { pickFace, type SeenFace } from './pick-face.ts';
import { FACE_PROBLEMS } from './refusal-words.ts';
import { placeOf } from './refused-picture.tsx';

type FaceChooserProps = {
  address: string;
  faces: readonly SeenFace[];
  name: string;
  onChoose: (face: SeenFace) => void;
};

const ZOOMS = [1, 2, 4];
const MOST_HEIGHT = 420;
const HINTS = {
  zoom: 'We zoomed in. Now tap the face.',
  nothing: 'There is no face here. Tap a framed face.',
};

const FRAME =
  'pointer-events-none absolute rounded-tile focus-visible:outline-4 focus-visible:outline-offset-2';
const frameOf = ({ problem }: SeenFace, isChosen: boolean) => {
  if (problem) return 'border-2 border-dashed border-white/70 bg-[rgb(8_8_12/.6)]';
  return isChosen
    ? 'border-4 border-spot bg-spot/25 shadow-[0_0_0_1px_rgb(0_0_0/.6)]'
    : 'border-[3px] border-spot shadow-[0_0_0_1px_rgb(0_0_0/.6),inset_0_0_0_1px_rgb(0_0_0/.6)]';
};

/** Shows a photo of several people and asks which of them is the athlete. */
export function FaceChooser({ address, faces, name, onChoose }: FaceChooserProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(0);
  const [ratio, setRatio] = useState(1);
  const [chosen, setChosen] = useState<number>();
  const [hint, setHint] = useState('');
  const scale = ZOOMS[zoom] ?? 1;
  const canZoom = zoom < ZOOMS.length - 1;
  const face = chosen === undefined ? undefined : faces[chosen];

  /** Keeps the given point of the picture, in fractions, in the middle. */
  const zoomTo = (next: number, middle = { x: 0.5, y: 0.5 }) => {
    setZoom(next);
    requestAnimationFrame(() => {
      const view = frame.current;
      if (!view) return;
      view.scrollLeft = view.scrollWidth * middle.x - view.clientWidth / 2;
      view.scrollTop = view.scrollHeight * middle.y - view.clientHeight / 2;
    });
  };
  const choose = (index: number) => {
    const problem = faces[index]?.problem;
    setHint(problem ? FACE_PROBLEMS[problem].advice : '');
    setChosen(problem ? undefined : index);
  };
  const tap = (event: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - left, y: event.clientY - top };
    const pick = pickFace(faces, { tap: at, shown: { width, height }, canZoom });
    if (pick.kind === 'face' || pick.kind === 'unusable') return choose(pick.index);
    setHint(HINTS[pick.kind]);
    if (pick.kind === 'zoom') zoomTo(zoom + 1, { x: at.x / width, y: at.y / height });
  };

  return (
    <div className="grid gap-3">
      {/* The zoomed photo takes the focus, so that arrow keys scroll it. */}
      <section
        ref={frame}
        aria-label="The photo you sent"
        tabIndex={scale > 1 ? 0 : undefined}
        style={{ maxHeight: MOST_HEIGHT }}
        className="overflow-auto overscroll-contain rounded-ctl bg-sunk"
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside serve the keyboard */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside serve the keyboard */}
        <div
          data-testid="faces"
          onClick={tap}
          className="relative mx-auto cursor-pointer touch-manipulation"
          // The height of the view limits the width, so that a tall photo is seen whole before zooming.
          style={{ width: `${100 * scale}%`, maxWidth: `${MOST_HEIGHT * scale * ratio}px` }}
        >
          <img
            src={address}
            alt={`${faces.length} faces`}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              naturalHeight > 0 && setRatio(naturalWidth / naturalHeight)
            }
            className="block w-full"
          />
          {faces.map((seen, index) => (
            <button
              key={`${seen.x} ${seen.y}`}
              type="button"
              aria-disabled={seen.problem !== null}
              aria-pressed={index === chosen}
              aria-label={`Face ${index + 1} of ${faces.length}${seen.problem ? `, ${FACE_PROBLEMS[seen.problem].label}` : ''}`}
              onClick={(event) => {
                event.stopPropagation();
                choose(index);
              }}
              className={`${FRAME} ${frameOf(seen, index === chosen)}`}
              style={placeOf(seen)}
            />
          ))}
        </div>
      </section>
      {face && (
        <ConfirmFace
          key={chosen}
          address={address}
          face={face}
          ratio={ratio}
          name={name}
          onYes={() => onChoose(face)}
          onNo={() => setChosen(undefined)}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-14 text-ink-2">
          {hint || (faces.some(({ problem }) => problem) ? 'Gray faces are too small or too blurry.' : '')}
        </p>
        <Button kind="line" size="small" disabled={zoom === 0} onClick={() => zoomTo(zoom - 1)}>
          <ZoomOut aria-hidden size={18} strokeWidth={1.8} />
          Zoom out
        </Button>
        <Button kind="line" size="small" disabled={!canZoom} onClick={() => zoomTo(zoom + 1)}>
          <ZoomIn aria-hidden size={18} strokeWidth={1.8} />
          Zoom in
        </Button>
      </div>
    </div>
  );
}
