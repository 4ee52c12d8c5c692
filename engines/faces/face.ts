export type Point = { x: number; y: number };
/** In fractions of the upright picture's width and height, so that it fits every size of the picture. */
export type FaceBox = { x: number; y: number; width: number; height: number };

export type FaceQuality = {
  /** The shorter side of the face in pixels of the full picture. */
  sizePx: number;
  /** About 1 when in focus; below 0.35 the face is too blurred to recognize. */
  sharpness: number;
  /** 0 is a frontal view, 1 is a profile. */
  turn: number;
  /** The head's tilt in degrees. */
  tiltDegrees: number;
};

export type Face = {
  box: FaceBox;
  /** Left eye, right eye, nose, left and right mouth corner from the viewer's side, in fractions. */
  landmarks: Point[];
  /** Ranges from 0 to 1. */
  confidence: number;
  quality: FaceQuality;
  /** A JPEG file of the upright face, 112 x 112 pixels, cut from the full picture. */
  crop: Buffer;
};

export type Detection = { faces: Face[]; width: number; height: number };
