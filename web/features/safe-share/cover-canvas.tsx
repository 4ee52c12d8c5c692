import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { type CoverStyle, type Crop, type Disc, discOf } from '#contract/rules/safe-share.ts';
import { i18n } from '#web/lib/i18n.ts';
import { ARROWS, type Edit, type Face, type Size } from './edit-covers.ts';

type CoverCanvasProps = {
  address: string;
  size: Size;
  crop: Crop;
  faces: readonly Face[];
  look: { style: CoverStyle; color: string };
  /** Frames, drawn over the picture. */
  frame?: ReactNode;
  onEdit: (edit: Edit) => void;
};

/** A finger that moves less than this taps. In pixels of the screen. */
const DRAG_PX = 8;
const STEP = 0.01;
const LARGER = 1.15;

type Point = { x: number; y: number };

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

const placeOf = ({ x, y, radius }: Disc, size: Size) => ({
  left: percent(x - radius, size.width),
  top: percent(y - radius, size.height),
  width: percent(2 * radius, size.width),
  height: percent(2 * radius, size.height),
});

function nameOf({ isCovered, isForced, isAdded, athlete }: Face, position: number): string {
  if (athlete && !isForced) {
    return isCovered
      ? i18n.t('{name}, covered', { name: athlete })
      : i18n.t('{name}, visible', { name: athlete });
  }
  if (isForced) return i18n.t('Face {position}, always covered', { position });
  if (isAdded) return i18n.t('Your cover {position}', { position });
  return isCovered
    ? i18n.t('Face {position}, covered', { position })
    : i18n.t('Face {position}, visible', { position });
}

/** The photo as it will be shared. Faces are buttons, and dragging on the photo adds a cover. */
export function CoverCanvas({ address, size, crop, faces, look, frame, onEdit }: CoverCanvasProps) {
  const keys = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, Point>());
  const pinch = useRef<{ id: number; distance: number; hasScaled: boolean }>(undefined);
  const start = useRef<Point>(undefined);
  const hasDrawn = useRef(false);
  const [drawn, setDrawn] = useState<Disc>();

  const placeIn = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = sheet.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: ((clientX - left) / width) * size.width, y: ((clientY - top) / height) * size.height };
  };
  const spread = () => {
    const [a, b] = [...pointers.current.values()];
    return a && b
      ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, distance: Math.hypot(a.x - b.x, a.y - b.y) }
      : undefined;
  };
  const press = (event: PointerEvent) => {
    const place = placeIn(event);
    pointers.current.set(event.pointerId, place);
    const fingers = spread();
    hasDrawn.current = false;
    setDrawn(undefined);
    start.current = fingers ? undefined : place;
    if (!fingers) return;
    const distanceTo = ({ box }: Face) => {
      const disc = discOf(box, size);
      return Math.hypot(disc.x - fingers.x, disc.y - fingers.y);
    };
    const [nearest] = faces
      .filter((face) => face.isCovered && !face.isForced)
      .toSorted((a, b) => distanceTo(a) - distanceTo(b));
    pinch.current = nearest && { id: nearest.id, distance: fingers.distance, hasScaled: false };
  };
  const drag = (event: PointerEvent) => {
    if (!pointers.current.has(event.pointerId)) return;
    const place = placeIn(event);
    pointers.current.set(event.pointerId, place);
    const fingers = spread();
    if (fingers && pinch.current) {
      const { id, distance, hasScaled } = pinch.current;
      const by = fingers.distance / Math.max(1, distance);
      if (!hasScaled && Math.abs(by - 1) < 0.08) return;
      onEdit({ kind: 'scale', id, by, size, goesOn: hasScaled });
      pinch.current = { id, distance: fingers.distance, hasScaled: true };
    } else if (start.current) {
      const radius = Math.hypot(place.x - start.current.x, place.y - start.current.y);
      const scale = (sheet.current?.getBoundingClientRect().width ?? 1) / size.width;
      const isDrawing = radius * scale > DRAG_PX;
      // From here on the mouse may leave the photo, so that a face at its edge can be covered.
      if (isDrawing && !hasDrawn.current) sheet.current?.setPointerCapture?.(event.pointerId);
      hasDrawn.current ||= isDrawing;
      setDrawn(isDrawing ? { ...start.current, radius } : undefined);
    }
  };
  const finish = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    setDrawn(undefined);
    start.current = undefined;
    if (pointers.current.size < 2) pinch.current = undefined;
  };
  const lift = (event: PointerEvent) => {
    if (drawn) onEdit({ kind: 'add', disc: drawn, size });
    finish(event);
  };
  // A drag that ends on the face where it began is no tap on that face.
  const ignoreDrag = (event: MouseEvent) => {
    if (hasDrawn.current && event.detail > 0) event.stopPropagation();
  };
  const handleKey = (event: KeyboardEvent, face: Face) => {
    const edit = editOfKey(event.key, face, size);
    if (!edit) return;
    event.preventDefault();
    onEdit(edit);
  };

  return (
    <div
      className="relative mx-auto max-h-full w-full touch-none overflow-clip rounded-[10px] bg-sunk select-none"
      style={{
        aspectRatio: `${crop.width} / ${crop.height}`,
        // Leaves room for the lines below, however high the controls are.
        maxWidth: `calc((100cqh - 100px) * ${crop.width / crop.height})`,
        minWidth: 'min(100%, 200px)',
      }}
    >
      <div
        ref={sheet}
        data-testid="cover-sheet"
        className="absolute"
        style={{
          left: percent(-crop.left, crop.width),
          top: percent(-crop.top, crop.height),
          width: percent(size.width, crop.width),
          height: percent(size.height, crop.height),
        }}
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={lift}
        onPointerCancel={finish}
        onPointerLeave={finish}
        onClickCapture={ignoreDrag}
      >
        <img src={address} alt="" draggable={false} className="absolute inset-0 size-full" />
        {faces.map((face, index) => (
          <button
            key={face.id}
            type="button"
            aria-pressed={face.isCovered}
            aria-disabled={face.isForced || undefined}
            aria-label={nameOf(face, index + 1)}
            aria-describedby={face.isForced ? undefined : keys}
            onClick={() => onEdit({ kind: 'toggle', id: face.id })}
            onKeyDown={(event) => handleKey(event, face)}
            className="group absolute rounded-full after:absolute after:-inset-2 focus-visible:outline-4 focus-visible:outline-offset-2"
            style={placeOf(discOf(face.box, size), size)}
          >
            <CoverMark face={face} position={index + 1} look={look} />
          </button>
        ))}
        {drawn && (
          <span
            aria-hidden
            className="pointer-events-none absolute rounded-full border-2 border-white border-dashed bg-white/30"
            style={placeOf(drawn, size)}
          />
        )}
      </div>
      {frame}
      <span id={keys} hidden>
        {i18n.t('Plus and minus resize the cover, arrow keys move it, and Delete removes one you added.')}
      </span>
    </div>
  );
}

function editOfKey(key: string, { id, isAdded }: Face, size: Size): Edit | undefined {
  const arrow = ARROWS[key];
  if (arrow) return { kind: 'move', id, x: arrow[0] * STEP, y: arrow[1] * STEP };
  if (key === '+' || key === '=') return { kind: 'scale', id, by: LARGER, size };
  if (key === '-') return { kind: 'scale', id, by: 1 / LARGER, size };
  return isAdded && (key === 'Delete' || key === 'Backspace') ? { kind: 'toggle', id } : undefined;
}

type CoverMarkProps = { face: Face; position: number; look: CoverCanvasProps['look'] };

function CoverMark({ face, position, look }: CoverMarkProps) {
  if (!face.isCovered) {
    return (
      <span aria-hidden className="absolute inset-0 rounded-full shadow-[0_0_0_3px_var(--spot)]">
        {face.athlete && (
          <span className="absolute -top-4 left-1/2 grid h-[26px] -translate-1/2 place-items-center rounded-full bg-spot px-2.5 text-13 font-bold whitespace-nowrap text-spot-ink">
            {face.athlete}
          </span>
        )}
      </span>
    );
  }
  return (
    <span
      aria-hidden
      className={`absolute inset-0 grid place-items-center overflow-hidden rounded-full text-13 font-bold text-white ${look.style === 'blur' ? 'bg-white/30 backdrop-blur-xl' : ''}`}
      style={
        look.style === 'shape'
          ? { backgroundColor: look.color, boxShadow: 'inset 0 0 0 2px #fff' }
          : undefined
      }
    >
      <span className="opacity-0 drop-shadow group-focus-visible:opacity-100">{position}</span>
    </span>
  );
}
