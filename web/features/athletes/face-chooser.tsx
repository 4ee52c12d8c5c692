import { ZoomIn, ZoomOut } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import type { ReferenceRefusal } from '#contract/endpoints/athletes.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/form.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { FACE_PROBLEMS, placeOf } from './refused-image.tsx';

type FaceChooserProps = {
  address: string;
  faces: readonly SeenFace[];
  name: string;
  onChoose: (face: SeenFace) => void;
};

const ZOOMS = [1, 2, 4];
const MAX_HEIGHT = 420;
const HINTS = {
  zoom: /*i18n*/ 'We zoomed in. Now tap the face.',
  nothing: /*i18n*/ 'No face here. Tap a face with a frame.',
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
    setHint(problem ? i18n.t(FACE_PROBLEMS[problem].advice) : '');
    setChosen(problem ? undefined : index);
  };
  const tap = (event: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - left, y: event.clientY - top };
    const pick = pickFace(faces, { tap: at, shown: { width, height }, canZoom });
    if (pick.kind === 'face' || pick.kind === 'unusable') return choose(pick.index);
    setHint(i18n.t(HINTS[pick.kind]));
    if (pick.kind === 'zoom') zoomTo(zoom + 1, { x: at.x / width, y: at.y / height });
  };

  return (
    <div className="grid gap-3">
      {/* The zoomed photo takes the focus, so that arrow keys scroll it. */}
      <section
        ref={frame}
        aria-label={i18n.t('The photo you sent')}
        tabIndex={scale > 1 ? 0 : undefined}
        style={{ maxHeight: MAX_HEIGHT }}
        className="overflow-auto overscroll-contain rounded-ctl bg-sunk"
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside serve the keyboard */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside serve the keyboard */}
        <div
          data-testid="faces"
          onClick={tap}
          className="relative mx-auto cursor-pointer touch-manipulation"
          // The height of the view limits the width, so that a tall photo is seen whole before zooming.
          style={{ width: `${100 * scale}%`, maxWidth: `${MAX_HEIGHT * scale * ratio}px` }}
        >
          <img
            src={address}
            alt={i18n.t('{count, plural, one {# face} other {# faces}}', { count: faces.length })}
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
              aria-label={i18n.t(
                seen.problem ? FACE_PROBLEMS[seen.problem].label : /*i18n*/ 'Face {position} of {count}',
                { position: index + 1, count: faces.length },
              )}
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
          {hint ||
            (faces.some(({ problem }) => problem) ? i18n.t('Gray faces are too small or too blurry.') : '')}
        </p>
        <Button
          icon={ZoomOut}
          kind="line"
          size="small"
          disabled={zoom === 0}
          onClick={() => zoomTo(zoom - 1)}
        >
          {i18n.t('Zoom out')}
        </Button>
        <Button icon={ZoomIn} kind="line" size="small" disabled={!canZoom} onClick={() => zoomTo(zoom + 1)}>
          {i18n.t('Zoom in')}
        </Button>
      </div>
    </div>
  );
}

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

function ConfirmFace({ address, face, ratio, name, onYes, onNo }: ConfirmFaceProps) {
  return (
    <div ref={showOnMount} className="flex scroll-mb-24 items-center gap-4 rounded-ctl bg-sunk p-3">
      <span
        aria-hidden
        className="size-24 flex-none rounded-ctl bg-line"
        style={cropOf(address, face, ratio)}
      />
      <div className="grid min-w-0 flex-1 gap-2">
        <p ref={focusOnMount} tabIndex={-1} className="text-16 font-bold">
          {i18n.t('Is this {name}?', { name })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={onYes}>
            {i18n.t('Yes, use this face')}
          </Button>
          <Button kind="line" size="small" onClick={onNo}>
            {i18n.t('No')}
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

const clamp = (value: number, max: number) => Math.max(0, Math.min(value, max));

// A tap chooses the face nearest to the finger; faces that cannot be recognized are explained instead.

export type SeenFace = ReferenceRefusal['faces'][number];
type Point = { x: number; y: number };
type Size = { width: number; height: number };

/** A finger covers about 44 pixels, and people tap beside small faces. */
export const TAP_RADIUS_PX = 56;
/** Below this size a finger hits two neighboring faces at once. */
const SMALL_FACE_PX = 28;

type TapResult =
  | { kind: 'face'; index: number }
  | { kind: 'unusable'; index: number }
  /** Several small faces are under the finger, so the picture must be larger. */
  | { kind: 'zoom' }
  | { kind: 'nothing' };

/** `tap` and `shown` are in pixels of the picture as shown. */
export function pickFace(
  faces: readonly SeenFace[],
  { tap, shown, canZoom }: { tap: Point; shown: Size; canZoom: boolean },
): TapResult {
  const near = faces
    .map((face, index) => ({ face, index, distance: distanceTo(face, tap, shown) }))
    .filter(({ distance }) => distance.toBox <= TAP_RADIUS_PX)
    .sort((a, b) => a.distance.toBox - b.distance.toBox || a.distance.toCenter - b.distance.toCenter);
  const [nearest] = near;
  if (!nearest) return { kind: 'nothing' };
  const underFinger = near.filter(({ distance }) => distance.toBox <= SMALL_FACE_PX / 2);
  const isSmall =
    Math.min(nearest.face.width * shown.width, nearest.face.height * shown.height) < SMALL_FACE_PX;
  if (canZoom && isSmall && underFinger.length > 1) return { kind: 'zoom' };
  return { kind: nearest.face.problem ? 'unusable' : 'face', index: nearest.index };
}

function distanceTo(face: SeenFace, tap: Point, { width, height }: Size) {
  const [left, right] = [face.x * width, (face.x + face.width) * width];
  const [top, bottom] = [face.y * height, (face.y + face.height) * height];
  const beside = { x: Math.max(left - tap.x, 0, tap.x - right), y: Math.max(top - tap.y, 0, tap.y - bottom) };
  return {
    toBox: Math.hypot(beside.x, beside.y),
    toCenter: Math.hypot((left + right) / 2 - tap.x, (top + bottom) / 2 - tap.y),
  };
}
