import { useEffect, useState } from 'react';
import type { LocalInspection } from '#inspector/store/local-data.ts';
import { saveFormPosition } from '#inspector/store/save-form-position.ts';
import type { Store } from '#inspector/store/store.ts';
import type { Target } from '#questions/answer-context.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';
import { findPageIndex } from './form-pages.ts';

/** The current item, page and question, initially where the inspector left off. */
export const useFormPosition = (store: Store, inspection: LocalInspection, sets: readonly EvaluatedSet[]) => {
  const [itemId, setItemId] = useState(inspection.formPosition?.itemId);
  const set = sets.find((candidate) => candidate.itemId === itemId) ?? sets[0]!;
  // The page's name instead of its index, because sections appear and disappear depending on the answers.
  const [name, setName] = useState(
    () => set.pages[findPageIndex(set.pages, inspection.formPosition?.path ?? null)]?.name,
  );
  const [target, setTarget] = useState<Target>(() => {
    const path = inspection.formPosition?.path;
    return path ? { path, mode: 'view' } : null;
  });
  const [pageChanges, setPageChanges] = useState(0);
  const page = Math.max(
    set.pages.findIndex((candidate) => candidate.name === name),
    0,
  );

  useEffect(() => {
    if (pageChanges === 0) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h2')?.focus();
  }, [pageChanges]);

  const findSet = (id: string) => sets.find((candidate) => candidate.itemId === id)!;
  const show = (nextSet: EvaluatedSet, number: number) => {
    const path = nextSet.pages[number]?.name;
    setItemId(nextSet.itemId);
    setName(path);
    setTarget(null);
    setPageChanges(pageChanges + 1);
    const position = { itemId: nextSet.itemId, path: path ?? null };
    void saveFormPosition(store, inspection.id, position).catch(() => undefined);
  };
  return {
    ...{ set, page, target },
    goToPage: (number: number) => show(set, number),
    goToItem: (id: string) => show(findSet(id), 0),
    goToQuestion: (id: string, path: string) => {
      const { pages } = findSet(id);
      setItemId(id);
      setName(pages[findPageIndex(pages, path)]?.name);
      setTarget({ path, mode: 'edit' });
    },
  };
};
