/** How an answer reads before anything is judged: its colour and sign repeat what its word says. */
export type ChoiceTone = 'good' | 'bad' | 'none' | 'plain';

const WORDS: Readonly<Record<Exclude<ChoiceTone, 'plain'>, readonly string[]>> = {
  good: ['pass', 'passed', 'ok', 'okay', 'good', 'goed', 'approved', 'goedgekeurd', 'voldoende', 'in orde'],
  bad: ['fail', 'failed', 'fails', 'bad', 'slecht', 'not ok', 'nok', 'rejected', 'afgekeurd', 'onvoldoende'],
  none: ['na', 'n/a', 'n.a.', 'nvt', 'n.v.t.', 'not applicable', 'notapplicable', 'niet van toepassing'],
};

/** Pass, fail and not applicable, by the value or the label of a choice. */
export const toneOfChoice = (value: string, label: string): ChoiceTone => {
  const said = [value, label].map((text) => text.trim().toLowerCase().replace('_', ' '));
  const tone = Object.entries(WORDS).find(([, words]) => said.some((text) => words.includes(text)));
  return (tone?.[0] as ChoiceTone | undefined) ?? 'plain';
};

/** Few and short enough to stand beside each other as large buttons. */
export const areShort = (labels: readonly string[]): boolean =>
  labels.length <= 4 && labels.every((label) => label.length <= 16);
