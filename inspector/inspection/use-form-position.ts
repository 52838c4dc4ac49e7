import { useEffect, useState } from 'react';
import type { LocalInspection } from '#inspector/store/local-data.ts';
import { savePlace } from '#inspector/store/save-place.ts';
import type { Store } from '#inspector/store/store.ts';
import type { Target } from '#questions/answer-context.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';
import { pageOfPath } from './form-pages.ts';

/** The current item, page and question. It starts where the inspector was. */
export const useFormPosition = (store: Store, inspection: LocalInspection, sets: readonly EvaluatedSet[]) => {
  const [itemId, setItemId] = useState(inspection.place?.itemId);
  const set = sets.find((each) => each.itemId === itemId) ?? sets[0]!;
  // By name, because sections appear and disappear with the answers.
  const [name, setName] = useState(
    () => set.pages[pageOfPath(set.pages, inspection.place?.path ?? null)]?.name,
  );
  const [target, setTarget] = useState<Target>(() => {
    const path = inspection.place?.path;
    return path ? { path, mode: 'view' } : null;
  });
  const [seen, setSeen] = useState(0);
  const found = set.pages.findIndex((page) => page.name === name);
  const page = Math.max(found, 0);

  useEffect(() => {
    if (seen === 0) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h2')?.focus();
  }, [seen]);

  const show = (to: EvaluatedSet, number: number) => {
    const next = to.pages[number];
    setItemId(to.itemId);
    setName(next?.name);
    setTarget(null);
    setSeen(seen + 1);
    const path = next?.name ?? null;
    void savePlace(store, inspection.id, { itemId: to.itemId, path }).catch(() => undefined);
  };
  return {
    ...{ set, page, target },
    goToPage: (number: number) => show(set, number),
    goToItem: (id: string) => show(sets.find((each) => each.itemId === id)!, 0),
    goToQuestion: (id: string, path: string) => {
      const to = sets.find((each) => each.itemId === id)!;
      setItemId(id);
      setName(to.pages[pageOfPath(to.pages, path)]?.name);
      setTarget({ path, mode: 'edit' });
    },
  };
};
