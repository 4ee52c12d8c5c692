type Pair<T> = readonly [right: T, left: T];
export type Bones = readonly [upper: number, lower: number];
type Foot = 'flat' | 'point';

export type Pose = {
  view: 'front' | 'side';
  spine: Bones;
  /** The bones on the right of the picture (the near side in a side view) come first. */
  arms: Pair<Bones>;
  legs: Pair<Bones>;
  feet: Pair<Foot>;
  head: number;
  /** The shins point away from the camera, so only the thighs show. */
  isKneeling: boolean;
};

type FourBones = readonly [rightUpper: number, rightLower: number, leftUpper: number, leftLower: number];
type Rest = Partial<Pick<Pose, 'spine' | 'feet' | 'head' | 'isKneeling'>>;

const FLAT: Pair<Foot> = ['flat', 'flat'];
const POINTED: Pair<Foot> = ['point', 'point'];
const ONE_FOOT: Pair<Foot> = ['flat', 'point'];
const STANDING: FourBones = [4, 2, -4, -2];
const WIDE: FourBones = [17, 14, -17, -14];

export const POSES = {
  proud: front([44, -58, -44, 58], WIDE),
  behindBack: front([22, -20, -22, 20], STANDING),
  highV: front([146, 150, -146, -150], WIDE),
  flyerV: front([146, 150, -146, -150], STANDING),
  lowV: front([40, 38, -40, -38], WIDE),
  touchdown: front([168, 176, -168, -176], STANDING),
  tMotion: front([94, 92, -94, -92], WIDE),
  lMotion: front([172, 176, -92, -90], WIDE),
  diagonal: front([142, 142, -40, -40], [22, 16, -20, -16], { spine: [0, 3] }),
  punch: front([170, 176, -46, 60], WIDE),
  cheerHands: front([130, 170, -130, -170], STANDING, { head: 4 }),
  clap: front([28, -132, -28, 132], STANDING),
  wave: front([118, 172, -44, 58], STANDING, { head: -4 }),
  kneel: front([44, -58, -44, 58], [9, 0, -9, 0], { isKneeling: true }),
  lunge: front([128, 130, -118, -112], [56, -2, -36, -38], { spine: [4, 8] }),
  liberty: front([150, 154, -150, -154], [1, 0, -60, 50], { feet: ONE_FOOT }),
  heelStretch: front([150, 150, -140, -146], [150, 156, -1, 0], { spine: [-3, -6], feet: ['point', 'flat'] }),
  toeTouch: front([98, 96, -98, -96], [110, 106, -110, -106], { feet: POINTED }),
  herkie: front([98, 96, -160, -168], [106, 102, -48, 46], { spine: [3, 4], feet: POINTED }),
  starJump: front([138, 140, -138, -140], [48, 50, -48, -50], { feet: POINTED }),
  cartwheel: front([150, 156, -150, -156], [58, 58, -58, -58], { feet: POINTED }),
  extension: front([112, 108, -150, -166], [128, 130, -2, -1], { spine: [-6, -10], feet: ['point', 'flat'] }),
  hipHopLow: front([70, 150, -60, -10], [40, -6, -36, 8], { spine: [6, 10], head: 6 }),
  hipHopCross: front([30, -110, -80, -150], [28, 4, -38, 2], { spine: [-4, -8], head: -8 }),
  hipHopReach: front([120, 118, -70, 20], [46, 4, -14, -20], { spine: [8, 14], head: 4 }),
  jazzHip: front([150, 158, -46, 62], [22, 8, -6, -8], { spine: [-5, 4], head: 8 }),
  jazzReach: front([138, 136, -96, -92], [20, 18, -30, -34], { spine: [6, 12], feet: ONE_FOOT, head: 6 }),
  floorSplit: front([142, 146, -142, -146], [88, 89, -88, -89], { feet: POINTED }),
  salute: front([160, 172, -120, -128], [2, 1, -2, -1], { spine: [0, -3], head: -6 }),

  kickLeft: front([94, 92, -94, -92], [3, 1, -152, -156], { spine: [3, 2], feet: ONE_FOOT }),
  kickRight: front([94, 92, -94, -92], [152, 156, -3, -1], { spine: [-3, -2], feet: ['point', 'flat'] }),
  bowAndArrow: front([96, 94, -150, -156], [2, 1, -158, -164], { spine: [4, 6], feet: ONE_FOOT }),
  tuckJump: front([138, 142, -138, -142], [52, -34, -52, 34], { feet: POINTED }),
  handsOnHips: front([44, -58, -44, 58], STANDING),
  crossedArms: front([26, -76, -26, 76], WIDE),

  scorpion: side([166, 176, 158, 170], [2, 0, -112, -196], { spine: [-2, -18], feet: ONE_FOOT, head: -26 }),
  backHandspring: side([24, 10, 30, 14], [-124, -98, -112, -84], { spine: [124, 168], head: 36 }),
  base: side([166, 176, 160, 172], [14, -2, -14, -10], { spine: [0, 2], feet: FLAT, head: -22 }),
  catchReady: side([132, 146, 122, 138], [20, -6, -16, -12], { spine: [-2, -4], feet: FLAT, head: -24 }),
  arabesque: side([112, 108, -84, -88], [2, 0, -102, -104], { spine: [16, 2], feet: ONE_FOOT }),
  leap: side([112, 106, -104, -112], [86, 84, -90, -92], { spine: [2, -6], head: -8 }),
  stagLeap: side([150, 158, -100, -108], [82, -30, -88, -92], { spine: [0, -8], head: -10 }),
  ringLeap: side([156, 170, -150, -168], [84, 82, -76, -152], { spine: [-6, -26], head: -34 }),
  attitude: side([150, 176, -92, -96], [1, 0, -74, -128], { spine: [4, -4], feet: ONE_FOOT, head: -8 }),
  penche: side([98, 104, -60, -70], [3, 0, -146, -150], { spine: [54, 40], feet: ONE_FOOT, head: -30 }),
  handstand: side([0, 0, 4, 2], [178, 180, 184, 182], { spine: [180, 180], head: 8 }),
  handstandSplit: side([2, 0, -4, -2], [104, 102, -104, -108], { spine: [178, 184], head: 10 }),
  handspring: side([-24, -10, -30, -14], [124, 98, 112, 84], { spine: [-124, -168], head: -36 }),
  layout: side([30, 26, 24, 20], [10, 4, 6, 0], { spine: [-2, -18], head: -22 }),
  tuck: side([62, 30, 56, 24], [138, 8, 130, 2], { spine: [16, 34], head: 24 }),
  pike: side([96, 92, 90, 88], [124, 122, 120, 120], { spine: [20, 34], head: 16 }),
} satisfies Record<string, Pose>;

export type PoseName = keyof typeof POSES;

function front(arms: FourBones, legs: FourBones, rest: Rest = {}): Pose {
  return {
    view: 'front',
    spine: [0, 0],
    feet: FLAT,
    head: 0,
    isKneeling: false,
    ...pairs(arms, legs),
    ...rest,
  };
}

function side(arms: FourBones, legs: FourBones, rest: Rest = {}): Pose {
  return {
    view: 'side',
    spine: [0, 0],
    feet: POINTED,
    head: 0,
    isKneeling: false,
    ...pairs(arms, legs),
    ...rest,
  };
}

function pairs(arms: FourBones, legs: FourBones): Pick<Pose, 'arms' | 'legs'> {
  return {
    arms: [
      [arms[0], arms[1]],
      [arms[2], arms[3]],
    ],
    legs: [
      [legs[0], legs[1]],
      [legs[2], legs[3]],
    ],
  };
}
