import type { ReferenceRefusal } from '#contract/endpoints/athletes.ts';

type RefusedPictureProps = { address: string; faces: ReferenceRefusal['faces'] };

const FRAME =
  'absolute rounded-tile border-[3px] border-spot shadow-[0_0_0_1px_rgb(0_0_0/.6),inset_0_0_0_1px_rgb(0_0_0/.6)]';

export function RefusedPicture({ address, faces }: RefusedPictureProps) {
  return (
    <div className="grid justify-items-center overflow-hidden rounded-ctl bg-sunk">
      <div className="relative">
        <img
          src={address}
          alt={
            faces.length === 0 ? 'The photo you sent' : 'The photo you sent, with the detected faces marked'
          }
          className="max-h-[420px] max-w-full"
        />
        {faces.map((face) => (
          <span key={`${face.x} ${face.y}`} aria-hidden className={FRAME} style={placeOf(face)} />
        ))}
      </div>
    </div>
  );
}

type Box = { x: number; y: number; width: number; height: number };

/** Boxes are fractions of the picture's size. */
export function placeOf({ x, y, width, height }: Box) {
  return { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
}
