type Reason =
  | 'not_a_jpeg'
  | 'damaged'
  | 'not_baseline'
  | 'not_420'
  | 'has_restart_intervals'
  | 'code_missing'
  | 'too_large';

const MESSAGES: Record<Reason, string> = {
  not_a_jpeg: 'The file is not a JPEG.',
  damaged: 'The JPEG is damaged.',
  not_baseline: 'Only baseline JPEGs with one scan of three components can be marked.',
  not_420: 'Only JPEGs with 4:2:0 subsampling can be marked.',
  has_restart_intervals: 'The JPEG already has restart intervals.',
  code_missing: 'The Huffman tables lack a code that a mark needs; encode with the standard tables.',
  too_large: 'The JPEG has too many pixels to be marked.',
};

/** A JPEG that cannot be turned into a pair of marked copies. */
export class UnmarkableJpegError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(MESSAGES[reason]);
    this.name = 'UnmarkableJpegError';
    this.reason = reason;
  }
}
