export type ChoiceTone = 'good' | 'bad' | 'none' | 'plain';

const WORDS_BY_TONE: Readonly<Record<Exclude<ChoiceTone, 'plain'>, readonly string[]>> = {
  good: ['pass', 'passed', 'ok', 'okay', 'good', 'goed', 'approved', 'goedgekeurd', 'voldoende', 'in orde'],
  bad: ['fail', 'failed', 'fails', 'bad', 'slecht', 'not ok', 'nok', 'rejected', 'afgekeurd', 'onvoldoende'],
  none: ['na', 'n/a', 'n.a.', 'nvt', 'n.v.t.', 'not applicable', 'notapplicable', 'niet van toepassing'],
};

export const findChoiceTone = (value: string, label: string): ChoiceTone => {
  const candidates = [value, label].map((text) => text.trim().toLowerCase().replace('_', ' '));
  const tone = Object.entries(WORDS_BY_TONE).find(([, words]) =>
    candidates.some((text) => words.includes(text)),
  );
  return (tone?.[0] as ChoiceTone | undefined) ?? 'plain';
};

export const canFitInButtonRow = (labels: readonly string[]): boolean =>
  labels.length <= 4 && labels.every((label) => label.length <= 16);
