import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo, useRef } from 'react';
import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { LocalInspection, OutboxEntry } from '#inspector/store/local-data.ts';
import type { Store } from '#inspector/store/store.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import type { Form } from '#workbook-engine/form.ts';
import { type EvaluatedSet, evaluateSets } from './evaluate-sets.ts';

export type LiveInspection = { inspection: LocalInspection; outboxEntries: OutboxEntry[] };

/** Returns undefined while loading, or if the inspection is no longer on the device. */
export const useLiveInspection = (store: Store, inspectionId: string): LiveInspection | undefined =>
  useLiveQuery(async () => {
    const { inspections, outbox } = store.database;
    const [inspection, outboxEntries] = await Promise.all([
      inspections.get(inspectionId),
      outbox.where({ inspectionId }).toArray(),
    ]);
    return inspection && { inspection, outboxEntries };
  }, [store, inspectionId]);

export const useEvaluatedSets = (
  inspection: LocalInspection,
  definition: WorkbookDefinition,
  { now, language }: { now: () => number; language: string },
) => {
  const form = useMemo(() => compileForm(definition).form, [definition]);
  const { timeZone } = inspection;
  const createEvaluationContext = () => ({ now: now(), timeZone, language });
  const previousEvaluation = useRef<{ form: Form; language: string; sets: readonly EvaluatedSet[] }>(
    undefined,
  );
  const isReusable =
    previousEvaluation.current?.form === form && previousEvaluation.current.language === language;
  const sets = evaluateSets(
    inspection,
    { form, definition, evaluationContext: createEvaluationContext() },
    isReusable ? previousEvaluation.current!.sets : [],
  );
  previousEvaluation.current = { form, language, sets };
  return { form, createEvaluationContext, sets };
};
