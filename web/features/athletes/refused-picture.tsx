import type { ReferenceRefusal } from '#contract/endpoints/athletes.ts';

type Face = ReferenceRefusal['faces'][number];

type RefusedPictureProps = {
  address: string;
  faces: readonly Face[];
  onChoose?: ((face: Face) => void) | undefined;
};

const FRAME =
  'absolute rounded-tile border-[3px] border-spot shadow-[0_0_0_1px_rgb(0_0_0/.6),inset_0_0_0_1px_rgb(0_0_0/.6)]';

export function RefusedPicture({ address, faces, onChoose }: RefusedPictureProps) {
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
        {faces.map((face, index) =>
          onChoose ? (
            <button
              key={`${face.x} ${face.y}`}
              type="button"
              aria-label={`Use face ${index + 1} of ${faces.length}`}
              onClick={() => onChoose(face)}
              className={`${FRAME} hover:bg-white/25 before:absolute before:-inset-2 before:min-h-11 before:min-w-11`}
              style={placeOf(face)}
            />
          ) : (
            <span key={`${face.x} ${face.y}`} aria-hidden className={FRAME} style={placeOf(face)} />
          ),
        )}
      </div>
    </div>
  );
}

/** Boxes are fractions of the picture's size. */
export function placeOf({ x, y, width, height }: Face) {
  return { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
}
