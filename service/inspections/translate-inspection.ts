import type { Sentence } from '#i18n/sentence.ts';
import type { Translate } from '#i18n/translate.ts';
import type { Database } from '#service/database/connect.ts';
import type { Actor } from '#service/identity/actor.ts';
import type { AnswerIssue } from '#workbook-engine/answer.ts';
import { readInspection } from './read-inspection.ts';
import type { InspectionDependencies } from './start-inspection.ts';
import type { StoredPrefill } from './stored-prefill.ts';

/** The members of an inspection that contain sentences. */
type Untranslated = {
  missing: readonly AnswerIssue[];
  items: readonly { missing: readonly AnswerIssue[] }[];
  followUps: readonly { error: Sentence | null }[];
  prefill: StoredPrefill;
};

/** Reads an inspection and translates its sentences. */
export const readTranslatedInspection = async (
  db: Database,
  { actor, translate }: { actor: Actor; translate: Translate },
  query: { inspectionId: string; dependencies: InspectionDependencies },
) => translateInspection(await readInspection(db, actor, query), translate);

/** Translates the sentences in an inspection for a reader. */
export const translateInspection = <Read extends Untranslated>(inspection: Read, translate: Translate) => {
  const translateIssues = (issues: readonly AnswerIssue[]) =>
    issues.map(({ field, message }) => ({ field, message: translate(message) }));
  const { missing, items, followUps, prefill } = inspection;
  return {
    ...inspection,
    missing: translateIssues(missing),
    items: (items as Read['items'][number][]).map((item) => ({
      ...item,
      missing: translateIssues(item.missing),
    })),
    followUps: translateFollowUps(followUps as Read['followUps'][number][], translate),
    prefill: {
      ...prefill,
      unsuitable: prefill.unsuitable.map(({ property, field, reason, sentence }) => ({
        property,
        field,
        reason: translate(sentence ?? { strings: [reason], values: [] }),
      })),
    },
  };
};

export const translateFollowUps = <FollowUp extends Untranslated['followUps'][number]>(
  followUps: readonly FollowUp[],
  translate: Translate,
) => followUps.map((followUp) => ({ ...followUp, error: followUp.error && translate(followUp.error) }));
