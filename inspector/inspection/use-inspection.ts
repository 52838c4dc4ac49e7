import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo, useRef } from 'react';
import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { LocalInspection, OutboxEntry } from '#inspector/store/local-data.ts';
import type { Store } from '#inspector/store/store.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import type { Form } from '#workbook-engine/form.ts';
import { type EvaluatedSet, evaluateSets } from './evaluate-sets.ts';

export type LiveInspection = { inspection: LocalInspection; outboxEntries: OutboxEntry[] };

/** Undefined if the inspection has not been read yet, or is no longer on the device. */
export const useLiveInspection = (store: Store, inspectionId: string): LiveInspection | undefined =>
  useLiveQuery(async () => {
    const { inspections, outbox } = store.database;
    const [inspection, outboxEntries] = await Promise.all([
      inspections.get(inspectionId),
      outbox.where({ inspectionId }).toArray(),
    ]);
    return inspection && { inspection, outboxEntries };
  }, [store, inspectionId]);

/** Evaluates the answers the way the server does. */
export const useEvaluatedSets = (
  inspection: LocalInspection,
  definition: WorkbookDefinition,
  { now, language }: { now: () => number; language: string },
) => {
  const form = useMemo(() => compileForm(definition).form, [definition]);
  const { timeZone } = inspection;
  const createEvaluationContext = () => ({ now: now(), timeZone, language });
  const previous = useRef<{ form: Form; language: string; sets: readonly EvaluatedSet[] }>(undefined);
  const isReusable = previous.current?.form === form && previous.current.language === language;
  const sets = evaluateSets(
    inspection,
    { form, definition, evaluationContext: createEvaluationContext() },
    isReusable ? previous.current!.sets : [],
  );
  previous.current = { form, language, sets };
  return { form, createEvaluationContext, sets };
};
