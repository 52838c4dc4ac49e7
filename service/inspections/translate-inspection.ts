import type { Message } from '#i18n/message.ts';
import type { Translate } from '#i18n/translate.ts';
import type { Database } from '#service/database/connect.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import type { Actor } from '#service/identity/actor.ts';
import type { AnswerIssue } from '#workbook-engine/answer.ts';
import type { AcquireLargeRequestSlot } from './large-inspections.ts';
import { type InspectionQuery, readInspection } from './read-inspection.ts';
import type { StoredPrefill } from './stored-prefill.ts';

type UntranslatedInspection = {
  missing: readonly AnswerIssue[];
  items: readonly { missing: readonly AnswerIssue[] }[];
  followUps: readonly { error: Message | null }[];
  prefill: StoredPrefill;
};

export const readTranslatedInspection = async (
  db: Database,
  {
    actor,
    translate,
    acquireLargeRequestSlot,
  }: { actor: Actor; translate: Translate; acquireLargeRequestSlot: AcquireLargeRequestSlot },
  query: Omit<InspectionQuery, 'acquireLargeRequestSlot'>,
) => translateInspection(await readInspection(db, actor, { ...query, acquireLargeRequestSlot }), translate);

/** Yields between items: a thousand items can have 100 messages each. */
export const translateInspection = async <Inspection extends UntranslatedInspection>(
  inspection: Inspection,
  translate: Translate,
) => {
  const translateIssues = (issues: readonly AnswerIssue[]) =>
    issues.map(({ field, message }) => ({ field, message: translate(message) }));
  const { missing, followUps, prefill } = inspection;
  const translateItem = (item: Inspection['items'][number]) => ({
    ...item,
    missing: translateIssues(item.missing),
  });
  const items: ReturnType<typeof translateItem>[] = [];
  const pause = createPauses();
  for (const item of inspection.items) {
    await pause();
    items.push(translateItem(item));
  }
  return {
    ...inspection,
    missing: translateIssues(missing),
    items,
    followUps: translateFollowUps(followUps as Inspection['followUps'][number][], translate),
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

export const translateFollowUps = <FollowUp extends UntranslatedInspection['followUps'][number]>(
  followUps: readonly FollowUp[],
  translate: Translate,
) => followUps.map((followUp) => ({ ...followUp, error: followUp.error && translate(followUp.error) }));
