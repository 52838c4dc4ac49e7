import { useEffect, useState } from 'react';
import type { LocalInspection } from '#inspector/store/local-data.ts';
import { saveFormPosition } from '#inspector/store/save-form-position.ts';
import type { Store } from '#inspector/store/store.ts';
import type { Target } from '#questions/answer-context.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';
import { findPageIndex } from './form-pages.ts';

export const useFormPosition = (store: Store, inspection: LocalInspection, sets: readonly EvaluatedSet[]) => {
  const [itemId, setItemId] = useState(inspection.formPosition?.itemId);
  const set = sets.find((candidate) => candidate.itemId === itemId) ?? sets[0]!;
  // Identifies the page by name rather than index, because answers make sections appear and disappear.
  const [pageName, setPageName] = useState(
    () => set.pages[findPageIndex(set.pages, inspection.formPosition?.path ?? null)]?.name,
  );
  const [target, setTarget] = useState<Target>(() => {
    const path = inspection.formPosition?.path;
    return path ? { path, mode: 'view' } : null;
  });
  const [pageChangeCount, setPageChangeCount] = useState(0);
  const pageIndex = Math.max(
    set.pages.findIndex((candidate) => candidate.name === pageName),
    0,
  );

  useEffect(() => {
    if (pageChangeCount === 0) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h2')?.focus();
  }, [pageChangeCount]);

  const findSet = (id: string) => sets.find((candidate) => candidate.itemId === id)!;
  const showPage = (nextSet: EvaluatedSet, index: number) => {
    const path = nextSet.pages[index]?.name;
    setItemId(nextSet.itemId);
    setPageName(path);
    setTarget(null);
    setPageChangeCount(pageChangeCount + 1);
    const position = { itemId: nextSet.itemId, path: path ?? null };
    void saveFormPosition(store, inspection.id, position).catch(() => undefined);
  };
  return {
    ...{ set, pageIndex, target },
    goToPage: (index: number) => showPage(set, index),
    goToItem: (id: string) => showPage(findSet(id), 0),
    goToQuestion: (id: string, path: string) => {
      const { pages } = findSet(id);
      setItemId(id);
      setPageName(pages[findPageIndex(pages, path)]?.name);
      setTarget({ path, mode: 'edit' });
    },
  };
};
