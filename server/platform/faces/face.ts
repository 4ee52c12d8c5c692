export type Point = { x: number; y: number };
/** In fractions of the upright picture's width and height, so that it holds for every copy of it. */
export type FaceBox = { x: number; y: number; width: number; height: number };

export type FaceQuality = {
  /** The shorter side of the face in pixels of the full picture. */
  sizePx: number;
  /** About 1 in focus, below 0.35 too blurred to know a person by; by the detail in the aligned crop. */
  sharpness: number;
  /** How far the head is turned aside: 0 looks at the camera, 1 is a profile. */
  turn: number;
  /** How far the head leans, in degrees. */
  tiltDegrees: number;
};

export type Face = {
  box: FaceBox;
  /** Left eye, right eye, nose, left and right corner of the mouth, as seen; in fractions. */
  landmarks: Point[];
  /** 0 to 1. */
  confidence: number;
  quality: FaceQuality;
  /** The face upright, 112 x 112 pixels, cut from the full picture; a JPEG file. */
  crop: Buffer;
};

export type Detection = { faces: Face[]; width: number; height: number };
