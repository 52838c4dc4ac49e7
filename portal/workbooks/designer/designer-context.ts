import { createContext, type Dispatch, use } from 'react';
import type { ExpressionScope } from '#portal/workbooks/expressions/expression-writing.ts';
import type { DesignAct } from '#portal/workbooks/model/design.ts';
import type { DraftFault } from '#portal/workbooks/model/draft-faults.ts';
import type { DraftTree } from '#portal/workbooks/model/draft-tree.ts';

/** What every part of the designer works on. */
export type DesignerValue = {
  workbookId: string;
  tree: DraftTree;
  act: Dispatch<DesignAct>;
  faults: readonly DraftFault[];
  /** The fields that expressions may name. */
  namedFields: ExpressionScope['fields'];
  languages: readonly string[];
  onLanguages: (languages: string[]) => void;
};

export const DesignerContext = createContext<DesignerValue | null>(null);

export const useDesigner = (): DesignerValue => {
  const value = use(DesignerContext);
  if (!value) throw new Error('Nothing is designed here.');
  return value;
};
