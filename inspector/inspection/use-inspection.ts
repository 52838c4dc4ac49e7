import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo, useRef } from 'react';
import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { Command, KeptInspection } from '#inspector/store/kept.ts';
import type { Store } from '#inspector/store/store.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import type { Circumstances } from '#workbook-engine/expressions/value.ts';
import type { Form } from '#workbook-engine/form.ts';
import { type JudgedSet, judgeSets } from './judge-sets.ts';

/** An inspection as it lies on the device; null: it does not. */
export type Live = { inspection: KeptInspection; commands: Command[] } | null;

/** Reads it, and again whenever it changes there, by whomever. */
export const useLiveInspection = (store: Store, inspectionId: string): Live | undefined =>
  useLiveQuery(async () => {
    const { inspections, commands } = store.database;
    const [inspection, waiting] = await Promise.all([
      inspections.get(inspectionId),
      commands.where({ inspectionId }).toArray(),
    ]);
    return inspection ? { inspection, commands: waiting } : null;
  }, [store, inspectionId]);

/** What was said, judged as the server will. */
export const useJudgedSets = (
  inspection: KeptInspection,
  definition: WorkbookDefinition,
  { now, language }: { now: () => number; language: string },
): { form: Form; circumstances: () => Circumstances; sets: readonly JudgedSet[] } => {
  const form = useMemo(() => compileForm(definition).form, [definition]);
  const { timeZone } = inspection;
  const circumstances = useMemo(() => () => ({ now: now(), timeZone, language }), [now, timeZone, language]);
  // What was judged before in the same language by the same form.
  const before = useRef<{ form: Form; language: string; sets: readonly JudgedSet[] }>(undefined);
  const known =
    before.current?.form === form && before.current.language === language ? before.current.sets : [];
  const sets = judgeSets(inspection, { form, definition, circumstances: circumstances() }, known);
  before.current = { form, language, sets };
  return { form, circumstances, sets };
};
