import type { Say } from '#sentences/say.ts';
import type { Sentence } from '#sentences/sentence.ts';
import type { AnswerFault } from '#workbook-engine/answer.ts';
import type { KeptPrefill } from './kept-prefill.ts';

/** What an inspection says in sentences. */
type Unsaid = {
  missing: readonly AnswerFault[];
  items: readonly { missing: readonly AnswerFault[] }[];
  followUps: readonly { obstacle: Sentence | null }[];
  prefill: KeptPrefill;
};

/** An inspection as it is shown to a reader. */
export const sayInspection = <Read extends Unsaid>(inspection: Read, say: Say) => {
  const sayFaults = (faults: readonly AnswerFault[]) =>
    faults.map(({ field, message }) => ({ field, message: say(message) }));
  const { missing, items, followUps, prefill } = inspection;
  return {
    ...inspection,
    missing: sayFaults(missing),
    items: (items as Read['items'][number][]).map((item) => ({ ...item, missing: sayFaults(item.missing) })),
    followUps: sayFollowUps(followUps as Read['followUps'][number][], say),
    prefill: {
      ...prefill,
      unsuitable: prefill.unsuitable.map(({ property, field, reason, sentence }) => ({
        property,
        field,
        reason: say(sentence ?? { strings: [reason], values: [] }),
      })),
    },
  };
};

export const sayFollowUps = <FollowUp extends Unsaid['followUps'][number]>(
  followUps: readonly FollowUp[],
  say: Say,
) => followUps.map((each) => ({ ...each, obstacle: each.obstacle && say(each.obstacle) }));
