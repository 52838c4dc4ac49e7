/** Realistic ranges for measurements, narrower than the ranges that the workbooks accept. */
const RANGES: Readonly<Record<string, readonly [from: number, to: number]>> = {
  RailingHeight: [0.85, 1.3],
  Width: [0.2, 6],
  FallHeight: [0.6, 3.2],
  Displacement: [2, 90],
  HoleSize: [0.2, 1.5],
  Tilt: [2, 12],
  TrunkWidth: [15, 90],
  Hours: [1, 12],
  Material: [20, 900],
};

/** Realistic answers, by field. */
const STRINGS: Readonly<Record<string, readonly string[]>> = {
  Remark: [
    'Nothing out of the ordinary.',
    'Slightly worse than last year.',
    'Vegetation removed on the spot.',
    'A resident asked when the repair is planned.',
    'Check again after the winter.',
  ],
  Why: [
    'Water gets into the joints of the arch and freezes in winter.',
    'The paint has come off, and the steel below it rusts.',
    'Heavy lorries hit the kerb at the end of the bridge.',
    'Bolts of the bearing have worked loose.',
  ],
  Reason: ['People can trip over it.', 'It blocks the cycle path.', 'Children play next to it.'],
};

/** Returns the range for a number; undefined for fields whose own limits are plausible enough. */
export const findPlausibleRange = (field: string) => RANGES[field];

/** Returns answers for a text field; undefined for fields that the demo leaves empty. */
export const findPlausibleStrings = (field: string) => STRINGS[field];
