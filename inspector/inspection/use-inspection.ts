import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo, useRef } from 'react';
import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { LocalInspection, OutboxEntry } from '#inspector/store/local-data.ts';
import type { Store } from '#inspector/store/store.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';
import type { Form } from '#workbook-engine/form.ts';
import { type EvaluatedSet, evaluateSets } from './evaluate-sets.ts';

/** An inspection as stored on the device; null: it is not there. */
export type Live = { inspection: LocalInspection; commands: OutboxEntry[] } | null;

/** Reads an inspection, and again whenever it changes on the device. */
export const useLiveInspection = (store: Store, inspectionId: string): Live | undefined =>
  useLiveQuery(async () => {
    const { inspections, commands } = store.database;
    const [inspection, waiting] = await Promise.all([
      inspections.get(inspectionId),
      commands.where({ inspectionId }).toArray(),
    ]);
    return inspection ? { inspection, commands: waiting } : null;
  }, [store, inspectionId]);

/** Evaluates the answers as the server will. */
export const useEvaluatedSets = (
  inspection: LocalInspection,
  definition: WorkbookDefinition,
  { now, language }: { now: () => number; language: string },
): { form: Form; circumstances: () => EvaluationContext; sets: readonly EvaluatedSet[] } => {
  const form = useMemo(() => compileForm(definition).form, [definition]);
  const { timeZone } = inspection;
  const evaluationContext = useMemo(
    () => () => ({ now: now(), timeZone, language }),
    [now, timeZone, language],
  );
  // The previous evaluation, if the form and the language are the same.
  const before = useRef<{ form: Form; language: string; sets: readonly EvaluatedSet[] }>(undefined);
  const known =
    before.current?.form === form && before.current.language === language ? before.current.sets : [];
  const sets = evaluateSets(inspection, { form, definition, evaluationContext: evaluationContext() }, known);
  before.current = { form, language, sets };
  return { form, circumstances: evaluationContext, sets };
};
