import { createContext, type Dispatch, use } from 'react';
import type { ExpressionScope } from '#portal/workbooks/expressions/expression-suggestions.ts';
import type { EditAction } from '#portal/workbooks/model/design.ts';
import type { DraftError } from '#portal/workbooks/model/draft-errors.ts';
import type { DraftTree } from '#portal/workbooks/model/draft-tree.ts';

export type DesignerContextValue = {
  workbookId: string;
  tree: DraftTree;
  dispatch: Dispatch<EditAction>;
  errors: readonly DraftError[];
  namedFields: ExpressionScope['fields'];
  languages: readonly string[];
  onLanguagesChange: (languages: string[]) => void;
};

export const DesignerContext = createContext<DesignerContextValue | null>(null);

export const useDesigner = (): DesignerContextValue => {
  const value = use(DesignerContext);
  if (!value) throw new Error('useDesigner must be used inside DesignerContext.');
  return value;
};
