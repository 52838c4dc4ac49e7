import type { Owner } from '#inspector/store/device-identity.ts';
import { type FrontFact, frontFacts, type Standing, standingOf } from '#report/front.ts';
import type { ReportFacts } from '#report/report-facts.ts';
import { type SaidSet, saidSets } from '#report/said-set.ts';
import { type Speech, speechOf } from '#report/speech.ts';
import { type FollowUpDraft, factsOnDevice, type KeptReport } from './facts-on-device.ts';
import { numberPictures } from './number-pictures.ts';

/** A report as it is shown, in words. */
export type ToldReport = {
  facts: ReportFacts;
  speech: Speech;
  standing: Standing | undefined;
  front: readonly FrontFact[];
  sets: readonly SaidSet[];
  drafts: readonly FollowUpDraft[];
  /** Of the pictures, by their ids. */
  numbers: ReadonlyMap<string, number>;
  isTooMuch: boolean;
};

export const toldReport = (
  kept: KeptReport,
  to: { owner: Owner; language: 'en' | 'nl'; now: number },
): ToldReport => {
  const { facts, drafts, isTooMuch } = factsOnDevice(kept, to);
  const speech = speechOf(facts);
  const sets = isTooMuch ? [] : saidSets(facts, speech);
  return {
    ...{ facts, speech, sets, drafts, isTooMuch },
    standing: standingOf(facts, speech),
    front: frontFacts(facts, speech),
    numbers: numberPictures(sets),
  };
};
